import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types';
import { register } from './register';
import { readSettings } from './settings/settings';

export default {
  register,
  bootstrap,
  config: { default: {}, validator: readSettings },
  contentTypes,
  middlewares: {},
  policies: {},
  services: {},
  controllers: {},
  routes: {},
};
