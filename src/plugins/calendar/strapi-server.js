module.exports = require('../../../dist/src/plugins/calendar/server/src/index.js').default;
