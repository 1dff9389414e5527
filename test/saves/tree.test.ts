import { allDoors, doors, type Saved, someTimes } from '../support/doors';
import { split } from '../support/extent';
import { rowsOf } from '../support/rows';

describe.each(split(doors))('the tree of categories through %s', (_name, door) => {
  const category = (name: string, parent?: Saved) =>
    door.create('category', { name, ...(parent && { parent: parent.public_id }) });

  const parents = async ({ documentId }: Saved) => [
    ...new Set((await rowsOf('category', documentId)).map(({ parent }) => parent ?? null)),
  ];

  async function tree() {
    const top = await category('Top');
    const middle = await category('Middle', top);
    const leaf = await category('Leaf', middle);
    await door.update('category', leaf.documentId, { name: 'Feuille' }, 'fr');
    await door.update('category', middle.documentId, { name: 'Milieu' }, 'fr');
    return { top, middle, leaf };
  }

  it('rejects moving a category below itself, its child or its grandchild', async () => {
    const { top, middle, leaf } = await tree();
    for (const parent of [top, middle, leaf].map(({ public_id }) => public_id)) {
      for (const language of ['en', 'fr', 'ar']) {
        const save = door.update('category', top.documentId, { name: 'Top', parent }, language);
        await expect(save).rejects.toEqual({ status: 400, fields: ['parent'] });
      }
    }
    expect(await parents(top)).toEqual([null]);
  });

  it('rejects creating a category that would be its own ancestor', async () => {
    const { public_id } = await category('Before');
    const parent = public_id + 2;
    await door.create('category', { name: 'Waits', parent });
    const save = door.create('category', { name: 'Loop', parent: public_id + 1 });
    await expect(save).rejects.toEqual({ status: 400, fields: ['parent'] });
  });

  it('allows moving a category, even to the top level', async () => {
    const { top, middle, leaf } = await tree();
    await door.update('category', leaf.documentId, { parent: top.public_id });
    expect(await parents(leaf)).toEqual([top.public_id]);
    await door.update('category', middle.documentId, { parent: leaf.public_id }, 'fr');
    expect(await parents(middle)).toEqual([leaf.public_id]);
    await door.update('category', middle.documentId, { parent: null });
    expect(await parents(middle)).toEqual([null]);
  });

  it('moves the children of a deleted category up to its parent, in every language', async () => {
    const { top, middle, leaf } = await tree();
    await door.remove('category', middle.documentId, '*');
    expect(await parents(leaf)).toEqual([top.public_id]);
    await door.remove('category', top.documentId, '*');
    expect(await parents(leaf)).toEqual([null]);
  });

  it('leaves the children in place when one language of their parent is deleted', async () => {
    const { middle, leaf } = await tree();
    await door.remove('category', middle.documentId, 'fr');
    expect(await parents(leaf)).toEqual([middle.public_id]);
  });

  it('moves the children up when the last language of their parent is deleted', async () => {
    const { top, middle, leaf } = await tree();
    await door.remove('category', middle.documentId, 'fr');
    await door.remove('category', middle.documentId, 'en');
    expect(await parents(leaf)).toEqual([top.public_id]);
  });
});

describe.each(split(allDoors))('the parent of an event through %s', (_name, door) => {
  const event = (title: string, parent?: Saved) =>
    door.create('event', { ...someTimes, title, ...(parent && { post_parent: parent.public_id }) });

  const parents = async ({ documentId }: Saved) =>
    (await rowsOf('event', documentId)).map(({ post_parent }) => post_parent ?? null);

  it('cannot be the event itself or one below it', async () => {
    const top = await event('Festival');
    const middle = await event('Day', top);
    const leaf = await event('Concert', middle);
    for (const { public_id: post_parent } of [top, middle, leaf]) {
      const save = door.update('event', top.documentId, { post_parent });
      await expect(save).rejects.toEqual({ status: 400, fields: ['post_parent'] });
    }
    expect(await parents(top)).toEqual([null]);
    await door.update('event', leaf.documentId, { post_parent: top.public_id });
    expect(await parents(leaf)).toEqual([top.public_id]);
  });
});
