import { apiToken, bearer } from '../support/callers';
import { someTimes } from '../support/doors';
import { api, send } from '../support/http';
import { logOf } from '../support/log';

const INDEX = 'planted_unique_cost';

const refuseTwins = () =>
  strapi.db.connection.raw(`create unique index ${INDEX} on calendar_events (cost)`);

const allowTwins = () => strapi.db.connection.raw(`drop index ${INDEX}`);

const SECRETS = { title: 'Secret assembly', password: 'hunter2', cost: 'a hushed fee' };

it('logs a failed SQL statement without its values (D10.7)', async () => {
  const full = bearer(await apiToken('full-access'));
  await refuseTwins();
  try {
    const log = await logOf(async () => {
      const { status, body } = await send(
        'POST',
        api('/events'),
        { ...SECRETS, ...someTimes },
        full,
      );
      expect([status, body.code]).toEqual([500, 'rest_internal_error']);
    });
    expect(log).toMatch(/insert into.*calendar_events/i);
    for (const value of Object.values(SECRETS)) expect(log).not.toContain(value);
  } finally {
    await allowTwins();
  }
});
