import { TestEnvironment } from 'jest-environment-node';
import { booted } from './booted';
import { pastMidnight } from './midnight';

/**
 * Gives every test file the calendar that the global setup started in this very process, and its
 * own `Date`: database drivers know no other.
 */
export default class CalendarEnvironment extends TestEnvironment {
  override async setup() {
    await pastMidnight();
    await super.setup();
    const { strapi, baseURL, adminToken, firstRights, kept } = booted();
    Object.assign(this.global, { strapi, baseURL, adminToken, firstRights, kept, Date });
  }
}
