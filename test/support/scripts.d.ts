/** Scripts are plain JavaScript, since they run before anything is compiled. */
declare module '*.cjs';

/** Scripts of the page at `/docs`, which browsers run unchanged. */
declare module '*.js';
