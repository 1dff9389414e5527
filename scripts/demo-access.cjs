const { randomBytes } = require('node:crypto');

const EMAIL = 'admin@example.com';
const TOKEN = 'Demo, read-only';

/** 24 random characters, and one of each class that Strapi requires. */
const randomPassword = () => `${randomBytes(18).toString('base64url')}aA1`;

/** Creates the first administrator and returns its login; undefined when there is an administrator already. */
async function makeFirstAdmin(strapi) {
  const users = strapi.service('admin::user');
  if (await users.exists()) return undefined;
  const role = await strapi.service('admin::role').getSuperAdmin();
  const password = randomPassword();
  await users.create({
    firstname: 'Demo',
    lastname: 'Admin',
    email: EMAIL,
    password,
    isActive: true,
    registrationToken: null,
    roles: [role.id],
  });
  return { email: EMAIL, password };
}

/** Creates a read-only token and returns its key; undefined when it exists, because a key is shown only once. */
async function makeReadOnlyToken(strapi) {
  const tokens = strapi.service('admin::api-token');
  if (await tokens.exists({ name: TOKEN })) return undefined;
  const { accessKey } = await tokens.create({
    name: TOKEN,
    description: 'Created by npm run demo.',
    kind: 'content-api',
    type: 'read-only',
    lifespan: null,
  });
  return accessKey;
}

module.exports = { makeFirstAdmin, makeReadOnlyToken };
