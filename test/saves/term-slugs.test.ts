import { doors } from '../support/doors';
import { emptyCalendar } from '../support/empty';

describe.each(doors)('the slug of a category through %s (D4.6)', (_name, door) => {
  beforeAll(emptyCalendar);

  it('gets a suffix on creation, but cannot be changed to a taken one', async () => {
    const first = await door.create('category', { name: 'Jazz', slug: 'music' });
    const second = await door.create('category', { name: 'Rock', slug: 'music' });
    expect([first.slug, second.slug]).toEqual(['music', 'music-2']);
    const change = door.update('category', second.documentId, { name: 'Rock', slug: 'Music' });
    await expect(change).rejects.toEqual({ status: 400, fields: ['slug'] });
    const kept = await door.update('category', second.documentId, { name: 'Pop', slug: 'music-2' });
    expect(kept).toMatchObject({ name: 'Pop', slug: 'music-2' });
    const cleared = await door.update('category', second.documentId, { name: 'Pop', slug: '' });
    expect(cleared.slug).toBe('pop');
    const french = await door.update(
      'category',
      second.documentId,
      { name: 'Pop', slug: 'music' },
      'fr',
    );
    expect(french.slug).toBe('music');
  });
});
