const { requireMachine } = require('./machine.cjs');
const { requireWords } = require('./parameters.cjs');

requireWords('npm start');
requireMachine();
process.env.NODE_ENV = 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').buildIfNeeded();
require('./serve.cjs').serve();
