import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types';
import { references } from './controllers/references';
import { mayReadType } from './policies/may-read-type';
import { register } from './register';
import { referenceRoutes } from './routes/references';
import { readSettings } from './settings/settings';

export default {
  register,
  bootstrap,
  config: { default: {}, validator: readSettings },
  contentTypes,
  middlewares: {},
  policies: { 'may-read-type': mayReadType },
  services: {},
  controllers: { references },
  routes: { admin: referenceRoutes },
};
