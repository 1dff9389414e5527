import { changesIn } from '../../../src/plugins/calendar/admin/src/saves/changes';

it('finds the fields whose values differ', () => {
  const begun = { title: 'Begun', cost: '1', venue: [3], tags: [1, 2] };
  expect(changesIn({ ...begun, title: 'Changed', tags: [2, 1] }, begun)).toEqual({
    title: 'Changed',
    tags: [2, 1],
  });
});

it('treats empty and missing references as equal', () => {
  expect(changesIn({ venue: [], cost: null }, { venue: null })).toEqual({});
  expect(changesIn({ venue: null }, { venue: [] })).toEqual({});
  expect(changesIn({ venue: [] }, { venue: [3] })).toEqual({ venue: [] });
});

it('ignores changes to a file in the media library', () => {
  const file = { id: 3, hash: 'a', mime: 'image/png', width: 800, caption: null };
  const begun = { image: file, gallery: [file] };
  const edited = { ...file, width: 640, caption: 'Stage' };
  expect(changesIn({ image: edited, gallery: [edited] }, begun)).toEqual({});
  const other = { ...file, id: 4 };
  expect(changesIn({ image: other, gallery: [file] }, begun)).toEqual({ image: other });
  expect(changesIn({ image: null, gallery: [] }, begun)).toEqual({ image: null, gallery: [] });
});
