const http = require('node:http');
const { createCalendar } = require('../../../scripts/boot.cjs');

const listen = ({ server }) =>
  new Promise((resolve) => {
    server.mount();
    server.httpServer.listen(0, '127.0.0.1', () => resolve(server.httpServer.address().port));
  });

/** Sends a request over plain HTTP; resolves to status, headers and body. */
const ask = (port, path, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(text) }),
      );
    });
    request.on('error', reject).end(body);
  });

async function addUser(strapi) {
  const role = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'reader' } });
  const user = { username: 'anna', email: 'anna@example.org', password: 'Aa1-secret-word' };
  const users = strapi.plugin('users-permissions').service('user');
  await users.add({ ...user, provider: 'local', confirmed: true, role: role.id });
  return { identifier: user.email, password: user.password };
}

/** Boots a calendar in the host's environment, logs a user in, and prints the results as one JSON line. */
async function main() {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const port = await listen(strapi);
  const login = await ask(port, '/api/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await addUser(strapi)),
  });
  const headers = { authorization: `Bearer ${login.body.jwt}` };
  const list = await ask(port, '/calendar/events/v1/events', { headers });
  const told = {
    environment: process.env.NODE_ENV,
    login: login.status,
    cookies: login.headers['set-cookie'] ?? [],
    list: list.status,
    limit: list.headers['ratelimit-limit'],
  };
  console.log(`ANSWER ${JSON.stringify(told)}`);
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
