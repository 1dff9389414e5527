import { emptyCalendar } from './empty';
import { restoreRights } from './rights';

/** Every test file begins with an empty calendar, and with the rights of the first start. */
beforeAll(async () => {
  await emptyCalendar();
  await restoreRights(strapi, firstRights);
});
