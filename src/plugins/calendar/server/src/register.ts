import type { Core } from '@strapi/strapi';
import { awaitCommits, watchTransactions } from './database/commits';
import { watchOwnCommits } from './database/data-version-postgres';
import { guardPool, watchDatabaseUse } from './database/pool';
import { makeRolesAtomic } from './database/transaction';
import { followSchemas } from './database/views';
import { guardAccounts } from './http/accounts';
import { acceptFeedKeys } from './http/caller';
import { guardForms } from './http/content-manager';
import { shutDownGracefully } from './http/drain';
import { watchConnections } from './http/queues';
import { addStatuses } from './http/record-status';
import { serveCached } from './http/response-cache';
import { answerUnparsed } from './http/unparsed-requests';
import { guardUploadAddress, hideRecords } from './http/uploads';
import { normalizeZone } from './kinds/dates/wall-time';
import { makeUploadsAtomic } from './records/atomic-uploads';
import { registerUploadRules } from './records/uploads';
import { registerDocumentMiddleware, runHooksDuringTransfer } from './saves/hooks';
import { rememberAuthorsOfCopies } from './saves/repair';
import { readSettings } from './settings/settings';

/** Strapi gives a JSON field the whole width of the form (12 columns), and at the next start moves it to the end. */
const HALF_A_ROW = { default: 6, isResizable: true } as const;

/** Before Strapi's schema sync: custom fields, what transactions promise, and the rules of every save. */
export function register({ strapi }: { strapi: Core.Strapi }) {
  // Strapi has them checked, but keeps them as they were given.
  const settings = readSettings(strapi.config.get('plugin::calendar'));
  const timezone = normalizeZone(settings.timezone) ?? settings.timezone;
  strapi.config.set('plugin::calendar', { ...settings, timezone });
  strapi.customFields.register([
    { name: 'wall-time', plugin: 'calendar', type: 'string' },
    { name: 'timezone', plugin: 'calendar', type: 'string' },
    { name: 'references', plugin: 'calendar', type: 'json', inputSize: HALF_A_ROW },
    { name: 'reference', plugin: 'calendar', type: 'integer' },
  ]);
  const { httpServer } = strapi.server;
  serveCached();
  const connections = watchConnections(httpServer);
  answerUnparsed(httpServer, connections);
  shutDownGracefully(connections);
  awaitCommits();
  watchTransactions();
  runHooksDuringTransfer();
  rememberAuthorsOfCopies();
  makeRolesAtomic();
  makeUploadsAtomic();
  registerUploadRules();
  guardUploadAddress();
  hideRecords();
  guardForms();
  guardAccounts();
  addStatuses();
  acceptFeedKeys();
  watchDatabaseUse();
  watchOwnCommits();
  guardPool();
  strapi.hook('strapi::content-types.afterSync').register(followSchemas);
  registerDocumentMiddleware(); // Here, so that they stand outside i18n's own middleware, which bootstraps later.
}
