const { requireMachine } = require('./machine.cjs');

requireMachine();
process.env.NODE_ENV = 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').buildIfNeeded();
require('./serve.cjs').serve();
