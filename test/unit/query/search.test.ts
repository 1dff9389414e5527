import { soughtIn } from '../../../src/plugins/calendar/server/src/query/search';

const sought = (search: string) =>
  soughtIn(search).map(({ text, excluded }) => `${excluded ? '-' : '+'}${text}`);

it.each([
  ['fair "in the park" -rain', ['+fair', '+in the park', '-rain']],
  ['“In the  Park” –', ['+in the park', '+–']],
  ['« en plein air »', ['+en plein air']],
  ['\u200f"موسيقى حية"\u200f \u200f-مطر', ['+موسيقي حيه', '-مطر']],
  ['jazz،blues؛soul', ['+jazz', '+blues', '+soul']],
  ["l’atelier -l'été", ["+l'atelier", "-l'ete"]],
  ['"" " " \u200e', []],
  ['5" -', ['+5"', '+-']],
])('reads %j', (search, expected) => {
  expect(sought(search)).toEqual(expected);
});
