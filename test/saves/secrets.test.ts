import { compareSecrets } from '../../src/plugins/calendar/server/src/database/site';

/** The warnings that a start would log. */
async function warnings(): Promise<string[]> {
  const said: string[] = [];
  const warn = jest.spyOn(strapi.log, 'warn').mockImplementation(((text: string) => {
    said.push(text);
    return strapi.log;
  }) as never);
  await compareSecrets();
  warn.mockRestore();
  return said;
}

it('a start warns once of a secret that differs from the last start', async () => {
  expect(await warnings()).toEqual([]);
  const salt = strapi.config.get('admin.apiToken.salt');
  strapi.config.set('admin.apiToken.salt', 'another');
  expect(await warnings()).toEqual([
    expect.stringMatching(
      /^API_TOKEN_SALT is different .*: API tokens are refused, but not their feed keys\. .* share/,
    ),
  ]);
  expect(await warnings()).toEqual([]);
  strapi.config.set('admin.apiToken.salt', salt);
  expect(await warnings()).toHaveLength(1);
});

it('stores only a salt and a 16-bit fingerprint of each secret', async () => {
  const rows = await strapi.db.connection('calendar_secrets').select();
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expect(Object.keys(row).sort()).toEqual(['fingerprint', 'name', 'salt']);
    expect(row.fingerprint).toMatch(/^[\da-f]{4}$/);
  }
});
