const { isMainThread } = require('node:worker_threads');

/** Preloaded before the calendar: causes an unhandled rejection on this signal. */
if (isMainThread) process.on('SIGUSR2', () => Promise.reject(new Error('planted failure')));
