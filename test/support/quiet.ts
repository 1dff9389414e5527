/** Faults that the tests of one `describe` provoke by the dozen are not written down. */
export function withoutLog() {
  let level: string;
  beforeAll(() => {
    level = strapi.log.level;
    strapi.log.level = 'silent';
  });
  afterAll(() => {
    strapi.log.level = level;
  });
}
