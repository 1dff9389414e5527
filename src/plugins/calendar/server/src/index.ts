import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types';
import { controllers } from './controllers';
import { agenda } from './controllers/agenda';
import { references } from './controllers/references';
import { middlewares } from './middlewares';
import { mayReadType } from './policies/may-read-type';
import { register } from './register';
import { routes } from './routes';
import { agendaRoute } from './routes/agenda';
import { referenceRoute } from './routes/references';
import { services } from './services';
import { readSettings } from './settings/settings';
import { forgetDataVersion } from './store/data-version';
import { stopAsking } from './store/reachable';
import { stopFolding } from './store/term-counts';

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
  controllers: { ...controllers, references, agenda },
  routes: { ...routes, admin: { type: 'admin', routes: [referenceRoute, agendaRoute] } },
};
