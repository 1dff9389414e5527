import {
  NAME_FIELD,
  POST_TYPES,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { someTimes } from '../support/doors';
import { api, get, send } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

const builders = { event: buildEvent, venue: buildVenue, organizer: buildOrganizer };

/** All rights for writing except deleting, which is granted per type. */
const RIGHTS = ['create', 'update', 'publish', 'findUnpublished', 'manageOthers'];

describe.each(POST_TYPES)('the status "trash" of a record of type %s (D10.4)', (type) => {
  const path = `/${type}s`;
  const named = { [NAME_FIELD[type]]: 'Stays', ...(type === 'event' ? someTimes : {}) };
  const token = async (...more: string[]) =>
    bearer(
      await apiToken(
        'custom',
        [...RIGHTS, ...more].map((right) => `${type}.${right}`),
      ),
    );
  const count = () => strapi.db.query(`plugin::calendar.${type}`).count();

  it.each([true, false])('requires the delete permission (published: %s)', async (publish) => {
    const { public_id } = await builders[type]({}, { publish });
    const address = api(`${path}/${public_id}`);
    const mayNot = await token();
    const before = (await get(address, mayNot)).body;
    const refused = await send('PATCH', address, { status: 'trash' }, mayNot);
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
    expect((await get(address, mayNot)).body).toEqual(before);
    const taken = await send('PATCH', address, { status: 'trash' }, await token('delete'));
    expect([taken.status, taken.body.status]).toEqual([200, 'trash']);
  });

  it('requires the delete permission for a new record too', async () => {
    const before = await count();
    const refused = await send('POST', api(path), { ...named, status: 'trash' }, await token());
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
    expect(await count()).toBe(before);
  });
});
