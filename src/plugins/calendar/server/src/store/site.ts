import { randomUUID } from 'node:crypto';
import { lock } from './lock';

/** Among the settings that Strapi keeps in the database, which a backup and an export take along. */
const kept = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'site' });

const known = async () => ((await kept().get({})) as { id: string } | null)?.id;

/**
 * RFC 7986 5.3: what makes a UID the site's own, whatever its address is; made once, and the same for
 * all nodes. Asked each time: another calendar's data may have come in meanwhile, with their own.
 */
export async function siteId(): Promise<string> {
  const id = await known();
  if (id) return id;
  return (await strapi.db.transaction(async ({ trx }) => {
    await lock('site', trx);
    const made = (await known()) ?? randomUUID();
    await kept().set({ value: { id: made } });
    return made;
  })) as string;
}
