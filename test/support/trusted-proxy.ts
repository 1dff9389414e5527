/** In this describe, `X-Forwarded-*` headers are believed, as with `TRUST_PROXY`. */
export function withTrustedProxy(): void {
  const { app } = strapi.server;
  beforeAll(() => {
    app.proxy = true;
  });
  afterAll(() => {
    app.proxy = false;
  });
}
