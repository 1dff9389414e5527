import { idsOf, moved } from '../../../src/plugins/calendar/admin/src/reference-value';
import { partsOf, wallTimeOf } from '../../../src/plugins/calendar/admin/src/wall-time';
import { zonesLike } from '../../../src/plugins/calendar/admin/src/zones';

describe('a wall time in its input', () => {
  it.each([
    ['2027-03-14 02:30:00', { date: '2027-03-14', time: '02:30:00' }],
    ['2027-03-14T02:30', { date: '2027-03-14', time: '02:30:00' }],
    [null, { date: '', time: '' }],
    ['soon', { date: '', time: '' }],
  ])('splits %p', (wall, parts) => {
    expect(partsOf(wall)).toEqual(parts);
  });

  it.each([
    [{ date: '2027-03-14', time: '02:30' }, '2027-03-14 02:30:00'],
    [{ date: '2027-03-14', time: '02:30:15' }, '2027-03-14 02:30:15'],
    [{ date: '2027-03-14', time: '' }, '2027-03-14 00:00:00'],
    [{ date: '', time: '02:30' }, null],
  ])('stores %p', (parts, wall) => {
    expect(wallTimeOf(parts)).toBe(wall);
  });
});

describe('the list of zones', () => {
  it.each(['tokyo', 'asia tok', 'Asia/Tokyo'])('finds Tokyo by %p', (words) => {
    expect(zonesLike(words, '')).toEqual(['Asia/Tokyo']);
  });

  it('knows fixed offsets', () => {
    expect(zonesLike('utc+5', '')).toEqual(['UTC+5', 'UTC+5.5', 'UTC+5.75']);
  });

  it('begins with a chosen zone that is far down or in no list, until something is searched', () => {
    expect(zonesLike('', 'Europe/Paris')[0]).toBe('Europe/Paris');
    expect(zonesLike('', 'UTC-2.25')[0]).toBe('UTC-2.25');
    expect(zonesLike('tokyo', 'UTC-2.25')).toEqual(['Asia/Tokyo']);
  });
});

describe('a list of references', () => {
  it.each([
    [
      [3, 1, 3],
      [3, 1],
    ],
    ['[2,"4"]', [2, 4]],
    [7, [7]],
    [null, []],
    ['{', []],
    [[0, -1, 1.5, 'x'], []],
  ])('reads %p', (value, ids) => {
    expect(idsOf(value)).toEqual(ids);
  });

  it('exchanges neighbours', () => {
    expect(moved([5, 6, 7], 2, 1)).toEqual([5, 7, 6]);
  });
});
