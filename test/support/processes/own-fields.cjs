const path = require('node:path');

const COMPILED = 'dist/src/plugins/calendar/server/src';

/** As the permissions of roles name them. */
const OWN = ['seats.row', 'code'];

const TIMES = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00' };

/**
 * Boots the calendar of the working folder, whose events have a host's component `seats` and password `code`. Changes
 * the draft of a published event, then the event as the interface does, and prints what is stored afterwards, what
 * a moderator sees, and the messages about publishing the draft, in which only the host's fields differ.
 */
async function main() {
  const strapi = require(path.resolve('scripts/boot.cjs')).createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const events = strapi.documents('plugin::calendar.event');
  const data = { title: 'Ubu', ...TIMES, seats: [{ row: 'A' }], code: 'secret' };
  const { documentId, public_id: id } = await events.create({ data, locale: 'en' });
  const event = { documentId, locale: 'en' };
  await events.publish(event);
  await events.update({ ...event, data: { seats: [{ row: 'B' }] } });
  const website = 'https://example.org/ubu';
  await strapi.plugin('calendar').service('event').update(id, { website });
  const shown = async (status) => {
    const row = await events.findOne({ ...event, status, populate: ['seats'] });
    return { rows: row.seats.map((seat) => seat.row), website: row.website };
  };
  await events.update({ ...event, data: { post_status: 'pending' } });
  const { loadPublished, loadSubmissions } = require(path.resolve(COMPILED, 'listing/load-agenda'));
  const { changesOf } = require(path.resolve(COMPILED, 'records/submission-changes'));
  const { drafts } = await loadSubmissions({ where: {} }, 1);
  const [published] = await loadPublished([id]);
  const changes = changesOf(drafts[0], { published, reads: (name) => OWN.includes(name) });
  const told = { changes, draft: await shown('draft'), published: await shown('published') };
  const { addWebhook } = require(path.resolve(COMPILED, 'database/webhooks'));
  const hook = { name: 'Any', url: 'https://example.org/hook', types: [], enabled: true };
  await addWebhook(hook, 'whsec_c2VjcmV0', new Date());
  const messages = strapi.db.getConnection('calendar_webhook_messages');
  await messages.clone().delete();
  await events.publish(event);
  const rows = await strapi.db.query('plugin::calendar.event').findMany({ where: { documentId } });
  told.languages = [...new Set(rows.map((row) => row.locale))];
  told.messages = (await messages.clone().select('name', 'changed')).map(({ name }) => name);
  await events.update({ ...event, data: { title: 'Ubu roi' } });
  await events.publish(event);
  told.messages.push(...(await messages.clone().select('changed')).map(({ changed }) => changed));
  console.log(`ANSWER ${JSON.stringify(told)}`);
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
