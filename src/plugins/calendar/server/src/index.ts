import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types';
import { controllers } from './controllers';
import { middlewares } from './middlewares';
import { register } from './register';
import { routes } from './routes';
import { services } from './services';
import { readSettings } from './settings/settings';

export default {
  register,
  bootstrap,
  config: { default: {}, validator: readSettings },
  contentTypes,
  middlewares,
  policies: {},
  services,
  controllers,
  routes,
};
