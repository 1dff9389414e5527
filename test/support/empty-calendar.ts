import { emptyCalendar } from './empty';
import { pastMidnight } from './midnight';
import { restoreRights } from './rights';

/** Each test file starts with an empty calendar and the permissions of the first start. */
beforeAll(async () => {
  await emptyCalendar();
  await restoreRights(strapi, firstRights);
});

beforeEach(() => pastMidnight());

/** Spec 4.1: every response to a test must match the OpenAPI document. */
afterEach(() => {
  const faults = kept.faults.splice(0);
  if (faults.length > 0) throw new Error(`Not as the document says:\n${faults.join('\n')}`);
});
