const { isMainThread } = require('node:worker_threads');

/** Required before the calendar: upon this signal something fails that nobody waits for. */
if (isMainThread) process.on('SIGUSR2', () => Promise.reject(new Error('planted failure')));
