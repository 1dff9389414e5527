import { emptyCalendar } from './empty';
import { pastMidnight } from './midnight';
import { restoreRights } from './rights';

/** Every test file begins with an empty calendar, and with the rights of the first start. */
beforeAll(async () => {
  await emptyCalendar();
  await restoreRights(strapi, firstRights);
});

beforeEach(() => pastMidnight());

/** Spec 4.1: whatever a test asked for, it was answered as the interface's description says. */
afterEach(() => {
  const faults = kept.faults.splice(0);
  if (faults.length > 0) throw new Error(`Not as the document says:\n${faults.join('\n')}`);
});
