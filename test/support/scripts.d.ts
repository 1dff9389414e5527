/** Our scripts are plain JavaScript: they run before anything is compiled. */
declare module '*.cjs';
