/** Trusts `X-Forwarded-*` headers in this `describe`, as with `TRUST_PROXY`. */
export function withTrustedProxy(): void {
  const { app } = strapi.server;
  beforeAll(() => {
    app.proxy = true;
  });
  afterAll(() => {
    app.proxy = false;
  });
}
