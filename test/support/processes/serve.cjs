// Like scripts/start.cjs, without building the admin.
require('../../../scripts/serve.cjs').serve();
