import type { Core } from '@strapi/strapi';
import { acceptFeedKeys } from './controllers/feed-keys';
import { guardUploadAddress } from './controllers/upload-address';
import { normalZone } from './kinds/dates/zone';
import { drainBeforeEnd, watchConnections } from './middlewares/drain';
import { serveKept } from './middlewares/serve-kept';
import { answerUnparsed } from './middlewares/unparsed-requests';
import { registerDocumentMiddleware } from './rules/document-middleware';
import { registerUploadRules } from './rules/uploads';
import { readSettings } from './settings/settings';
import { catchAfterCommit } from './store/after-commit';
import { settleBeforeCommits } from './store/before-commit';
import { awaitCommits } from './store/commits';
import { watchOwnCommits } from './store/data-version-postgres';
import { watchDatabaseUse } from './store/database-use';
import { guardPool } from './store/pool';

/** Strapi gives a JSON field the whole width of the form (12 columns), and at the next start moves it to the end. */
const HALF_A_ROW = { default: 6, isResizable: true } as const;

/** Before Strapi's schema sync: custom fields, what transactions promise, and the rules of every save. */
export function register({ strapi }: { strapi: Core.Strapi }) {
  // Strapi has them checked, but keeps them as they were given.
  const settings = readSettings(strapi.config.get('plugin::calendar'));
  const timezone = normalZone(settings.timezone) ?? settings.timezone;
  strapi.config.set('plugin::calendar', { ...settings, timezone });
  strapi.customFields.register([
    { name: 'wall-time', plugin: 'calendar', type: 'string' },
    { name: 'timezone', plugin: 'calendar', type: 'string' },
    { name: 'references', plugin: 'calendar', type: 'json', inputSize: HALF_A_ROW },
    { name: 'reference', plugin: 'calendar', type: 'integer' },
  ]);
  const { httpServer } = strapi.server;
  serveKept();
  const connections = watchConnections(httpServer);
  answerUnparsed(httpServer, connections);
  drainBeforeEnd(connections);
  awaitCommits();
  settleBeforeCommits();
  catchAfterCommit();
  registerUploadRules();
  guardUploadAddress();
  acceptFeedKeys();
  watchDatabaseUse();
  watchOwnCommits();
  guardPool();
  registerDocumentMiddleware(); // Here, so that they stand outside i18n's own middleware, which bootstraps later.
}
