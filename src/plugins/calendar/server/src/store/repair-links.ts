import { raw } from '../sql/sql';
import { LINKS, REFERENCE_FIELDS } from './links';
import { recordTable } from './record-table';
import { unhurried } from './repair-marks';
import { run } from './run';
import { isPostgres } from './table';

/** The event rows whose links do not match, while they are mended. */
const DIFFERING = 'calendar_differing';

const NONE = "'[]'";

/** The targets that a row's links of one kind lead to, in their order, as JSON. */
const linked = (kind: string) =>
  `${isPostgres() ? 'jsonb_agg' : 'json_group_array'}(target_id ORDER BY position)
   FILTER (WHERE kind = '${kind}') AS ${kind}`;

/** The same, as the event's own field says it. */
const referred = (field: string) =>
  isPostgres()
    ? `COALESCE(NULLIF(event.${field}, 'null'), ${NONE})`
    : `COALESCE(NULLIF(CASE WHEN json_valid(event.${field}) THEN json(event.${field}) END, 'null'), ${NONE})`;

const differs = (field: string) => `${referred(field)} <> COALESCE(stored.${field}, ${NONE})`;

const nameDiffering = () =>
  run(
    raw(`CREATE TEMPORARY TABLE ${DIFFERING} AS
      SELECT event.id FROM @${recordTable('event')} AS event
      LEFT JOIN (SELECT row_id, ${REFERENCE_FIELDS.map(linked).join(', ')}
        FROM @${LINKS} GROUP BY row_id) AS stored ON stored.row_id = event.id
      WHERE ${REFERENCE_FIELDS.map(differs).join(' OR ')}`),
  );

const differing = `SELECT id FROM ${DIFFERING}`;

/** The items of a list that are ids; `place` is where each stands. */
const items = () =>
  isPostgres()
    ? {
        from: `CROSS JOIN LATERAL jsonb_array_elements(
          CASE WHEN jsonb_typeof(list) = 'array' THEN list ELSE ${NONE} END
        ) WITH ORDINALITY AS item(value, place)`,
        target:
          "CASE WHEN item.value::text ~ '^(-|)[0-9]{1,10}$' THEN item.value::text::bigint END",
        place: 'item.place',
      }
    : {
        from: `JOIN json_each(CASE WHEN json_valid(list)
          THEN CASE WHEN json_type(list) = 'array' THEN list ELSE ${NONE} END ELSE ${NONE} END) AS item`,
        target: "CASE WHEN item.type = 'integer' THEN item.value END",
        place: 'item.key',
      };

/** All links of the rows that differ: each target once, where it is first named. */
function insertLinks() {
  const { from, target, place } = items();
  const lists = REFERENCE_FIELDS.map(
    (kind) => `SELECT id AS row_id, '${kind}' AS kind, ${kind} AS list
      FROM @${recordTable('event')} WHERE id IN (${differing})`,
  );
  return run(
    raw(`INSERT INTO @${LINKS} (row_id, kind, target_id, position)
      SELECT row_id, kind, target_id, row_number() OVER (PARTITION BY row_id, kind ORDER BY place) - 1
      FROM (SELECT row_id, kind, target_id, min(place) AS place
        FROM (SELECT row_id, kind, ${target} AS target_id, ${place} AS place
          FROM (${lists.join(' UNION ALL ')}) AS listed ${from}) AS named
        WHERE target_id BETWEEN -2147483648 AND 2147483647
        GROUP BY row_id, kind, target_id) AS wanted`),
  );
}

/** Writers save the row before its links: whoever holds the row sees both as they will be. */
async function mend() {
  if (isPostgres()) {
    const held = `SELECT id FROM @${recordTable('event')} WHERE id IN (${differing}) FOR UPDATE`;
    await run(raw(`SELECT count(*) FROM (${held}) AS held`));
  }
  await run(raw(`DELETE FROM @${LINKS} WHERE row_id IN (${differing})`));
  await insertLinks();
}

/**
 * D4.4: an import writes rows without links. Names all event rows whose links do not match, and writes
 * those again, or with `check` only counts them.
 */
export const repairLinks = ({ check = false } = {}): Promise<number> =>
  unhurried(async () => {
    await nameDiffering();
    // Else it is taken for 200 rows, however many there are.
    if (isPostgres()) await run(raw(`ANALYZE ${DIFFERING}`));
    const [found] = await run<{ count: string }>(raw(`SELECT count(*) AS count FROM ${DIFFERING}`));
    const count = Number(found?.count);
    if (count > 0 && !check) await mend();
    await run(raw(`DROP TABLE ${DIFFERING}`));
    return count;
  });
