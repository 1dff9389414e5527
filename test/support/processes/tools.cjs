const { createCalendar } = require('../../../scripts/boot.cjs');

const EVENT = 'plugin::calendar.event';
const FORMS = 'plugin::content-manager.explorer';

/** Reading and deleting events in English, and what the library's tools require. */
const RIGHTS = [
  ...[`${FORMS}.read`, `${FORMS}.delete`].map((action) => ({ action, subject: EVENT })),
  ...['read', 'assets.update'].map((action) => ({ action: `plugin::upload.${action}` })),
].map(({ action, subject = null }) => ({
  ...{ action, subject, conditions: [] },
  properties: subject ? { locales: ['en'] } : {},
}));

/** The JSON of an answer, or of the event in a stream. */
const parsed = (text) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);

const asking = (address) => async (path, token, body) => {
  const accept = 'application/json, text/event-stream';
  const headers = { accept, 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  return parsed(await (await fetch(`${address}${path}`, sent)).text());
};

/**
 * Boots a calendar whose host has enabled Strapi's MCP server. Prints the tools of an admin token, whether it was
 * refused to delete a folder, and the number of folders then.
 */
async function main() {
  const strapi = createCalendar();
  strapi.config.set('server.mcp.enabled', true);
  strapi.log.level = 'error';
  await strapi.load();
  strapi.server.mount();
  const { httpServer } = strapi.server;
  await new Promise((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const ask = asking(`http://127.0.0.1:${httpServer.address().port}`);
  const names = { firstname: 'A', lastname: 'B', email: 'a@example.org' };
  const person = { ...names, password: 'Aa1-secret-word' };
  const { data: owner } = await ask('/admin/register-admin', '', person);
  const wanted = { name: 'agent', description: '', lifespan: null, adminPermissions: RIGHTS };
  const { data: token } = await ask('/admin/admin-tokens', owner.accessToken, wanted);
  const call = async (method, params) => {
    const asked = { jsonrpc: '2.0', id: 1, method, params };
    return (await ask('/mcp', token.accessKey, asked)).result;
  };
  const { tools } = await call('tools/list', {});
  const folders = strapi.plugin('upload').service('folder');
  const { id } = await folders.create({ name: 'Kept', parent: null });
  const removal = { ids: [id], dryRun: false };
  const removed = await call('tools/call', { name: 'media_delete_folder', arguments: removal });
  const told = {
    tools: tools.map(({ name }) => name),
    refused: removed.isError === true,
    folders: await strapi.db.query('plugin::upload.folder').count(),
  };
  console.log(`ANSWER ${JSON.stringify(told)}`);
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
