import { releaseLeases } from '../../src/plugins/calendar/server/src/database/webhook-deliveries';
import { onPostgres } from '../support/in-turn';

it('finds leased deliveries by an index, not in the whole log (D17.5)', async () => {
  const seen: { sql: string; bindings: string[] }[] = [];
  const note = (query: (typeof seen)[number]) => seen.push(query);
  strapi.db.connection.on('query', note);
  await releaseLeases(['one', 'another']);
  strapi.db.connection.removeListener('query', note);
  const asked = seen.filter(({ sql }) => /calendar_webhook_deliveries.*lease. in/.test(sql));
  expect(asked).toHaveLength(1);
  const trx = await strapi.db.connection.transaction();
  try {
    if (onPostgres) await trx.raw('SET LOCAL enable_seqscan = off');
    for (const { sql, bindings } of asked) {
      const explain = onPostgres ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const plan = await trx.raw(`${explain} ${sql.replace(/\$\d+/g, '?')}`, bindings);
      expect(JSON.stringify(plan.rows ?? plan)).toContain('calendar_webhook_deliveries_lease');
    }
  } finally {
    await trx.rollback();
  }
});
