import { isModified } from '../../src/plugins/calendar/server/src/content-types/rows';
import { revisionOf } from '../../src/plugins/calendar/server/src/database/revisions';
import { doors, someTimes } from '../support/doors';
import { split } from '../support/extent';
import { type Row, rowsOf } from '../support/rows';

const TRASHED = '2027-01-01T00:00:00.000Z';

describe.each(split(doors))('the trash through %s (D6.2)', (_name, door) => {
  async function edited() {
    const { documentId: id } = await door.create('event', { title: 'Kept', ...someTimes });
    await door.update('event', id, { title: 'Gardé' }, 'fr');
    await door.publish('event', id);
    await door.publish('event', id, 'fr');
    await door.update('event', id, { title: 'Pas encore prêt' }, 'fr');
    return id;
  }

  it('holds every row of a record: drafts and published, in all languages', async () => {
    const id = await edited();
    await door.update('event', id, { trashed_at: TRASHED });
    const rows = await rowsOf('event', id);
    expect(rows).toHaveLength(4);
    expect(rows.every(({ trashed_at }) => trashed_at)).toBe(true);
  });

  it('restores every row as it was, including unfinished drafts', async () => {
    const id = await edited();
    const before = await rowsOf('event', id);
    await door.update('event', id, { trashed_at: TRASHED }, 'fr');
    await door.update('event', id, { trashed_at: null }, 'fr');
    const timeless = ({ updatedAt: _, ...row }: { updatedAt: string }) => row;
    expect((await rowsOf('event', id)).map(timeless)).toEqual(before.map(timeless));
  });

  it('takes the record and adds no language, if one that it lacks is named', async () => {
    const id = await edited();
    await door.update('event', id, { trashed_at: TRASHED }, 'es');
    const rows = await rowsOf('event', id);
    expect(rows.map(({ locale }) => locale).sort()).toEqual(['en', 'en', 'fr', 'fr']);
    expect(rows.every(({ trashed_at }) => trashed_at)).toBe(true);
  });

  it('leaves drafts marked as modified, and a record as it is that is not in the trash', async () => {
    const id = await edited();
    const modified = async () => {
      const rows = await rowsOf('event', id);
      return ['en', 'fr'].map((locale) => {
        const [draft, published] = rows.filter((row) => row.locale === locale);
        const isFirst = !draft?.publishedAt;
        return isModified(...((isFirst ? [draft, published] : [published, draft]) as [Row, Row]));
      });
    };
    expect(await modified()).toEqual([false, true]);
    await door.update('event', id, { trashed_at: TRASHED }, 'es');
    expect(await modified()).toEqual([false, true]);
    await door.update('event', id, { trashed_at: null }, 'es');
    expect(await modified()).toEqual([false, true]);
    const [{ public_id }] = (await rowsOf('event', id)) as [Row];
    const before = await revisionOf('event', public_id);
    await door.update('event', id, { trashed_at: null }, 'es');
    expect(await revisionOf('event', public_id)).toBe(before);
  });

  it('rejects publishing a record, naming trashed_at, but allows editing it', async () => {
    const id = await edited();
    await door.update('event', id, { trashed_at: TRASHED });
    await expect(door.publish('event', id)).rejects.toEqual({
      status: 400,
      fields: ['trashed_at'],
    });
    await door.update('event', id, { title: 'Edited in the trash' });
    expect((await rowsOf('event', id)).every(({ trashed_at }) => trashed_at)).toBe(true);
  });

  it('includes a language that is added to a trashed record', async () => {
    const id = await edited();
    await door.update('event', id, { trashed_at: TRASHED });
    await door.update('event', id, { title: 'Nuevo' }, 'es');
    const spanish = (await rowsOf('event', id)).find(({ locale }) => locale === 'es');
    expect(spanish?.trashed_at).toBeTruthy();
  });
});
