import type { Settings } from '../../src/plugins/calendar/server/src/settings/settings';

/** Disables the cache, for tests of the reading itself. */
export const NOTHING_KEPT = { cache: { size: 0, sharedAge: 0 } };

/** Changes settings for the tests of a `describe`, and restores them afterwards. */
export function withSettings(changes: Partial<Settings>) {
  let before: Settings;
  beforeAll(() => {
    before = strapi.config.get('plugin::calendar');
    strapi.config.set('plugin::calendar', { ...before, ...changes });
  });
  afterAll(() => {
    strapi.config.set('plugin::calendar', before);
  });
}

/** A long response timeout, for tests in which a slow machine must not matter. */
export const PATIENT = {
  limits: { ...strapi.config.get<Settings['limits']>('plugin::calendar.limits'), answer: 300 },
};
