import { changesIn } from '../../../src/plugins/calendar/admin/src/saves/changes';

it('names what differs', () => {
  const begun = { title: 'Begun', cost: '1', venue: [3], tags: [1, 2] };
  expect(changesIn({ ...begun, title: 'Changed', tags: [2, 1] }, begun)).toEqual({
    title: 'Changed',
    tags: [2, 1],
  });
});

it('takes references that were never chosen, and those of a save that sent none, for the same', () => {
  expect(changesIn({ venue: [], cost: null }, { venue: null })).toEqual({});
  expect(changesIn({ venue: null }, { venue: [] })).toEqual({});
  expect(changesIn({ venue: [] }, { venue: [3] })).toEqual({ venue: [] });
});
