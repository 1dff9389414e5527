import { fold } from '../../../src/plugins/calendar/server/src/kinds/text/normalize';
import { parseSearch } from '../../../src/plugins/calendar/server/src/resources/search';

const sought = (search: string) =>
  parseSearch(search).map(({ text, excluded }) => `${excluded ? '-' : '+'}${text}`);

it.each([
  ['fair "in the park" -rain', ['+fair', '+in the park', '-rain']],
  ['“In the  Park” –', ['+in the park']],
  ['Jazz – Paris — 2027', ['+jazz', '+paris', '+2027']],
  ['rock - pop -rain', ['+rock', '+pop', '-rain']],
  ['2026–2027', ['+2026-2027']],
  ['Jazz –Paris ——2027', ['+jazz', '+paris', '+2027']],
  ['—Hola -“a–b”', ['+hola', '-a-b']],
  ['-', ['+-']],
  ['« en plein air »', ['+en plein air']],
  ['\u200f"موسيقى حية"\u200f \u200f-مطر', ['+موسيقي حيه', '-مطر']],
  ['jazz،blues؛soul', ['+jazz', '+blues', '+soul']],
  ["l’atelier -l'été", ["+l'atelier", "-l'ete"]],
  ['"" " " \u200e', []],
  ['5" -', ['+5']],
  ['fair "in the pa', ['+fair', '+in the pa']],
  ['"', []],
  ['soup"', ['+soup']],
  ['-"in the', ['-in the']],
  ['a b c d e f g h i', ['+a', '+b', '+c', '+d', '+e', '+f', '+g', '+h', '+i']],
  ['a -b -c -d', ['+a', '-b', '-c', '-d']],
])('reads %j', (search, expected) => {
  expect(sought(search)).toEqual(expected);
});

it.each([
  ['ten words', ' Un  deux trois, quatre cinq six sept huit neuf "Dix" '],
  ['four exclusions', 'fair -a -b -c -d'],
  ['one character that folding makes ten words of', '\ufdfa '.repeat(3)],
])('treats %s as one phrase (D8.6)', (_, search) => {
  const [first, ...more] = parseSearch(search);
  expect(more).toEqual([]);
  expect(first).toEqual({ text: fold(search).trim(), excluded: false });
});
