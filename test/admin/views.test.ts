import { storeViewHashes, updateViews } from '../../src/plugins/calendar/server/src/database/views';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { firstOf } from '../support/extent';

interface View {
  settings: { pageSize: number; defaultSortBy: string };
  metadatas: Record<string, { edit: { label: string } }>;
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
}

const contentTypes = () => strapi.plugin('content-manager').service('content-types');
const schema = () => strapi.contentType(uidOf('event')) as unknown as { uid: string; config: View };
const stored = (): Promise<View> => contentTypes().findConfiguration(schema());
const store = (view: View) => contentTypes().updateConfiguration(schema(), view);
const memory = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'views' });

/** The parts of a start that concern views. */
async function start() {
  await updateViews();
  await contentTypes().syncConfigurations();
  await storeViewHashes();
}

/** Runs work with a schema that has another list, form and order, as in a newer version; restores it afterwards. */
async function withNextSchema(work: () => Promise<void>) {
  const { config } = schema();
  const before = structuredClone(config);
  config.settings.pageSize = 50;
  config.layouts.list = ['slug', 'title'];
  config.layouts.edit = [[{ name: 'title', size: 12 }]];
  (config.metadatas.title as View['metadatas'][string]).edit.label = 'Heading';
  try {
    await work();
  } finally {
    Object.assign(config, before);
    await start();
  }
}

describe('the list and form views of a type in the content manager (D15.6)', () => {
  let before: View;
  let left: unknown;

  beforeAll(async () => {
    before = await stored();
    left = await memory().get({});
  });

  afterEach(async () => {
    await store(before);
    await memory().set({ value: left });
    await start();
    expect(await stored()).toEqual(before);
  });

  const next = {
    settings: { pageSize: 50 },
    metadatas: { title: { edit: { label: 'Heading' } } },
    layouts: { list: ['slug', 'title'], edit: [[{ name: 'title', size: 12 }]] },
  };

  it('follow the schema if nobody has changed them', async () => {
    await start();
    await withNextSchema(async () => {
      await start();
      expect(await stored()).toMatchObject(next);
      await start();
      expect(await stored()).toMatchObject(next);
    });
  });

  it.each(
    firstOf(1, [
      [
        'list',
        (view: View) => ({ ...view, layouts: { ...view.layouts, list: ['title', 'slug'] } }),
      ],
      [
        'edit',
        (view: View) => ({
          ...view,
          layouts: { ...view.layouts, edit: [[{ name: 'slug', size: 12 }]] },
        }),
      ],
      ['settings', (view: View) => ({ ...view, settings: { ...view.settings, pageSize: 10 } })],
    ] as const),
  )(
    'keep the part that a host has changed (%s), and follow the schema otherwise',
    async (part, change) => {
      await start();
      const theirs = change(before);
      await store(theirs);
      await withNextSchema(async () => {
        await start();
        const { settings, metadatas, layouts } = await stored();
        const now = { settings, ...layouts };
        const ours = { settings: { pageSize: 50 }, ...next.layouts };
        for (const name of ['settings', 'list', 'edit'] as const) {
          const wanted = name === part ? { settings: theirs.settings, ...theirs.layouts } : ours;
          expect({ [name]: now[name] }).toMatchObject({ [name]: wanted[name] });
        }
        expect(metadatas).toMatchObject(next.metadatas);
      });
    },
  );

  it('replace the list of an earlier version if none was remembered', async () => {
    await memory().delete({});
    const list = ['public_id', 'title', 'start_date', 'end_date', 'timezone', 'featured'];
    await store({ ...before, layouts: { ...before.layouts, list } });
    await start();
    expect((await stored()).layouts.list).toEqual(before.layouts.list);
  });

  it('follow the schema after an interrupted start', async () => {
    await start();
    await withNextSchema(async () => {
      await updateViews();
      await start();
      expect(await stored()).toMatchObject(next);
    });
    await updateViews();
    await contentTypes().syncConfigurations();
    await start();
    expect(await stored()).toEqual(before);
  });
});
