const path = require('node:path');

const TIMES = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00' };

/**
 * Boots the calendar of the working folder, whose events have a host's component `seats`. Changes the draft of a
 * published event, then the event as the interface does, and prints what is stored afterwards.
 */
async function main() {
  const strapi = require(path.resolve('scripts/boot.cjs')).createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const events = strapi.documents('plugin::calendar.event');
  const data = { title: 'Ubu', ...TIMES, seats: [{ row: 'A' }] };
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
  const told = { draft: await shown('draft'), published: await shown('published') };
  console.log(`ANSWER ${JSON.stringify(told)}`);
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
