import type { Core } from '@strapi/strapi';
import { refuseFormerLogIns } from './database/authors';
import { failBrokenConnections, queryInTurn } from './database/client';
import { awaitCommits, wrapTransactions } from './database/commits';
import { watchOwnCommits } from './database/data-version-postgres';
import { guardPool, watchDatabaseUse } from './database/pool';
import { requireKnownFields, restoreSchemas } from './database/schema';
import { awaitTransfers, makeRolesAtomic } from './database/transaction';
import { updateViews } from './database/views';
import { acceptFeedKeys } from './http/caller';
import { guardForms } from './http/content-manager';
import { shutDownGracefully } from './http/drain';
import { watchConnections } from './http/queues';
import { addStatuses } from './http/record-status';
import { serveCached } from './http/response-cache';
import { guardAccounts, guardHomePage, hideRecords, showRoutes } from './http/strapi-api';
import { answerUnparsed } from './http/unparsed-requests';
import { guardLibrary, guardTools, guardUploadAddress } from './http/uploads';
import { normalizeZone } from './kinds/dates/wall-time';
import { findLastPublished } from './records/agenda-calendar';
import { makeUploadsAtomic } from './records/atomic-uploads';
import { registerFileFetching } from './records/pictures';
import { registerUploadRules } from './records/uploads';
import { registerDocumentMiddleware, runHooksDuringTransfer } from './saves/hooks';
import { storeNumbersBeforePull } from './saves/repair';
import { readSettings } from './settings/settings';

/** Half of a form row (of 12 columns); Strapi would give a JSON field a whole row and move it to the end. */
const HALF_ROW = { default: 6, isResizable: true } as const;

/** Runs before Strapi's schema sync: registers custom fields, transaction guarantees, and the rules of every save. */
export function register({ strapi }: { strapi: Core.Strapi }) {
  // Strapi validates settings, but keeps the raw values.
  const settings = readSettings(strapi.config.get('plugin::calendar'));
  const timezone = normalizeZone(settings.timezone) ?? settings.timezone;
  strapi.config.set('plugin::calendar', { ...settings, timezone });
  strapi.customFields.register([
    { name: 'wall-time', plugin: 'calendar', type: 'string' },
    { name: 'timezone', plugin: 'calendar', type: 'string' },
    { name: 'references', plugin: 'calendar', type: 'json', inputSize: HALF_ROW },
    { name: 'reference', plugin: 'calendar', type: 'integer' },
  ]);
  restoreSchemas();
  const { httpServer } = strapi.server;
  serveCached();
  const connections = watchConnections(httpServer);
  answerUnparsed(httpServer, connections);
  shutDownGracefully(connections);
  queryInTurn();
  failBrokenConnections();
  awaitCommits();
  wrapTransactions();
  awaitTransfers();
  runHooksDuringTransfer();
  storeNumbersBeforePull();
  makeRolesAtomic();
  makeUploadsAtomic();
  registerUploadRules();
  registerFileFetching();
  guardUploadAddress();
  guardLibrary();
  guardTools();
  hideRecords();
  showRoutes();
  guardForms();
  guardHomePage();
  findLastPublished();
  guardAccounts();
  addStatuses();
  acceptFeedKeys();
  refuseFormerLogIns();
  watchDatabaseUse();
  watchOwnCommits();
  guardPool();
  strapi.hook('strapi::content-types.beforeSync').register(requireKnownFields);
  strapi.hook('strapi::content-types.afterSync').register(updateViews);
  registerDocumentMiddleware(); // Here, so that it runs outside of i18n's middleware, which is added in bootstrap.
}
