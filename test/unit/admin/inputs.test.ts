import { idsOf, moved } from '../../../src/plugins/calendar/admin/src/reference-value';
import {
  halfOf,
  partsOf,
  pastedParts,
  unfinishedHalf,
  wallTimeOf,
} from '../../../src/plugins/calendar/admin/src/wall-time';
import { zonesLike } from '../../../src/plugins/calendar/admin/src/zones';
import { isWallTime } from '../../../src/plugins/calendar/server/src/kinds/dates/wall-time';

describe('a wall time in its input (D5.11)', () => {
  it.each([
    ['2027-03-14 02:30:00', { date: '2027-03-14', time: '02:30' }],
    ['2027-03-14 02:30:15', { date: '2027-03-14', time: '02:30:15' }],
    ['2027-03-14T02:30', { date: '2027-03-14', time: '02:30' }],
    ['2027-03-14 ?', { date: '2027-03-14', time: '' }],
    ['? 02:30:00', { date: '', time: '02:30' }],
    [null, { date: '', time: '' }],
    ['soon', { date: '', time: '' }],
  ])('splits %p', (wall, parts) => {
    expect(partsOf(wall)).toEqual(parts);
  });

  it.each([
    [{ date: '2027-03-14', time: '02:30' }, '2027-03-14 02:30:00', undefined],
    [{ date: '2027-03-14', time: '02:30:15' }, '2027-03-14 02:30:15', undefined],
    [{ date: '2027-03-14', time: '' }, '2027-03-14 ?', 'time'],
    [{ date: '2027-03-14', time: '?' }, '2027-03-14 ?', 'time'],
    [{ date: '', time: '02:30' }, '? 02:30:00', 'date'],
    [{ date: '?', time: '' }, '? ?', 'date'],
    [{ date: '', time: '' }, null, undefined],
  ])('tells the form %p, and names what is missing', (parts, wall, half) => {
    expect(wallTimeOf(parts)).toBe(wall);
    expect(unfinishedHalf(wall)).toBe(half);
    expect(isWallTime(wall)).toBe(wall !== null && half === undefined);
  });

  it.each([
    [{ value: '2027-03-14', badInput: false }, '', '2027-03-14'],
    [{ value: '', badInput: true }, '', '?'],
    [{ value: '', badInput: false }, '', ''],
    [{ value: '0020-03-14', badInput: false }, '2027-03-14', '?'],
    [{ value: '0476-09-04', badInput: false }, '0476-09-04', '0476-09-04'],
    [{ value: '07:30', badInput: false }, '', '07:30'],
  ])('reads of an input with %p, into which %p was written, %p', (input, written, half) => {
    const { value, badInput } = input;
    expect(halfOf({ value, validity: { badInput } }, written)).toBe(half);
  });

  it.each([
    ['2027-03-14 02:30', { date: '2027-03-14', time: '02:30' }],
    [' 2027-03-14T02:30:15\n', { date: '2027-03-14', time: '02:30:15' }],
    ['2027-03-14', { date: '2027-03-14' }],
    ['19:30', { time: '19:30' }],
    ['2027-02-31', undefined],
    ['2027-03-14T02:30:00Z', undefined],
    ['24:00', undefined],
    ['', undefined],
  ])('takes from a pasted %p', (text, parts) => {
    expect(pastedParts(text)).toEqual(parts);
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
