/** Silences the log for a `describe` whose tests provoke many errors. */
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
