import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types/rows';
import { closeHealthConnection } from './database/client';
import { stopMaintenance } from './database/schema';
import { forgetDataVersion } from './database/snapshot';
import { controllers, middlewares, routes } from './http';
import { dryRun, dryRunRoute, mayReadType, referenceRoute, references } from './http/admin-inputs';
import { agenda, agendaRoutes, moderation } from './http/agenda';
import { bulk, bulkRoute, trash, trashRoute } from './http/bulk';
import { agendaFeedRoutes, agendaFeeds } from './http/feed-keys';
import { sharedDraftRoutes, sharedDrafts } from './http/shared-drafts';
import { webhookRoutes, webhooks } from './http/webhooks';
import { services } from './records';
import { stopDelivery } from './records/deliver';
import { register } from './register';
import { readSettings } from './settings/settings';

export default {
  register,
  bootstrap,
  async destroy() {
    closeHealthConnection();
    forgetDataVersion();
    await Promise.all([stopMaintenance(), stopDelivery()]);
  },
  config: { default: {}, validator: readSettings },
  contentTypes: structuredClone(contentTypes), // Strapi puts the schemas of `src/extensions` into it.
  middlewares,
  policies: { 'may-read-type': mayReadType },
  services,
  controllers: {
    ...controllers,
    references,
    agenda,
    agendaFeeds,
    bulk,
    dryRun,
    moderation,
    sharedDrafts,
    trash,
    webhooks,
  },
  routes: {
    ...routes,
    admin: {
      type: 'admin',
      routes: [
        referenceRoute,
        ...agendaRoutes,
        ...agendaFeedRoutes,
        bulkRoute,
        dryRunRoute,
        ...sharedDraftRoutes,
        trashRoute,
        ...webhookRoutes,
      ],
    },
  },
};
