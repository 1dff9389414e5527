import type { Settings } from '../../src/plugins/calendar/server/src/settings/settings';

/** For tests of what reading itself costs, or of what it meets. */
export const NOTHING_KEPT = { cache: { size: 0, sharedAge: 0 } };

/** Other settings for the tests of one `describe`; what held before holds again afterwards. */
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

/** Of answers whose wait is no matter: a machine that is slow or busy is no fault. */
export const PATIENT = {
  limits: { ...strapi.config.get<Settings['limits']>('plugin::calendar.limits'), answer: 300 },
};
