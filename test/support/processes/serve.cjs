// What scripts/start.cjs does, without building the admin.
require('../../../scripts/serve.cjs').serve();
