import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types';
import { stopAsking } from './database/client';
import { forgetDataVersion } from './database/data-version';
import { stopFolding } from './database/term-counts';
import { controllers, middlewares, routes } from './http';
import { agenda, agendaRoutes, moderation } from './http/agenda';
import { agendaFeedRoutes, agendaFeeds } from './http/agenda-feeds';
import { bulk, bulkRoute } from './http/bulk';
import { judge, judgeRoute } from './http/judge';
import { mayReadType, referenceRoute, references } from './http/references';
import { sharedDraftRoutes, sharedDrafts } from './http/shared-drafts';
import { trash, trashRoute } from './http/trash';
import { services } from './records';
import { register } from './register';
import { readSettings } from './settings/settings';

export default {
  register,
  bootstrap,
  destroy() {
    stopAsking();
    stopFolding();
    forgetDataVersion();
  },
  config: { default: {}, validator: readSettings },
  contentTypes,
  middlewares,
  policies: { 'may-read-type': mayReadType },
  services,
  controllers: {
    ...controllers,
    references,
    agenda,
    agendaFeeds,
    bulk,
    judge,
    moderation,
    sharedDrafts,
    trash,
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
        judgeRoute,
        ...sharedDraftRoutes,
        trashRoute,
      ],
    },
  },
};
