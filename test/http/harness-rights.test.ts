import { grant } from '../support/callers';
import { type Right, restoreRights, rightsOf } from '../support/rights';

const PERMISSION = 'plugin::users-permissions.permission';
const asText = (rights: Right[]) => rights.map(({ action, role }) => `${role} ${action}`).sort();

it('restores the permissions of the first start after they were changed', async () => {
  expect(firstRights.length).toBeGreaterThan(0);
  const [first] = await strapi.db.query(PERMISSION).findMany({ limit: 1 });
  await strapi.db.query(PERMISSION).delete({ where: { id: first.id } });
  await grant('public', 'plugin::calendar.tag.planted');
  expect(asText(await rightsOf(strapi))).not.toEqual(asText(firstRights));
  await restoreRights(strapi, firstRights);
  expect(asText(await rightsOf(strapi))).toEqual(asText(firstRights));
});
