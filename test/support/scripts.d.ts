/** Our scripts are plain JavaScript: they run before anything is compiled. */
declare module '*.cjs';

/** The page's scripts run in browsers as they are. */
declare module '*.js';
