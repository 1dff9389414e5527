export default {
  config: { locales: ['ar', 'fr', 'es'], tutorials: false, notifications: { releases: false } },
  bootstrap() {},
};
