/** Languages whose names of months are read; months in Arabic have other names in the Levant and in the Maghreb. */
const LANGUAGES = ['ar', 'ar-LB', 'ar-MA', 'ar-DZ', 'en', 'fr', 'es'];

/** Lower case, without accents, Arabic marks and the dots of abbreviations; every blank in one form. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(/(\p{L})\./gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();

type Part = 'month' | 'weekday';

/** How each language writes a month or weekday within a date, long and short, from January or a Monday on. */
function namesOf(part: Part, count: number): [string, number][] {
  const at = (number: number) =>
    part === 'month' ? Date.UTC(2027, number - 1, 4) : Date.UTC(2027, 0, 3 + number);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((length) => {
      const format = new Intl.DateTimeFormat(language, {
        ...{ [part]: length, day: 'numeric', calendar: 'gregory', timeZone: 'UTC' },
      });
      return numbers.map((number): [string, number] => {
        const found = format.formatToParts(at(number)).find(({ type }) => type === part);
        return [plain(found?.value ?? ''), number];
      });
    }),
  );
}

/** Months by their names, without names that mean different months in two languages. */
function monthsByName(): Map<string, number> {
  const names = namesOf('month', 12);
  const isOne = ([name, month]: [string, number]) =>
    names.every(([other, number]) => other !== name || number === month);
  return new Map(names.filter(isOne));
}

/** Alternatives of a regular expression, the longest first. */
const anyOf = (names: Iterable<string>) =>
  [...new Set(names)].toSorted((one, other) => other.length - one.length).join('|');

interface Reader {
  months: Map<string, number>;
  forms: RegExp[];
}

/** Day, month and year in the orders of the four languages, with a weekday before and a time behind. */
function makeReader(): Reader {
  const months = monthsByName();
  const weekday = `(?:(?:${anyOf(namesOf('weekday', 7).map(([name]) => name))})[,،]? )?`;
  const month = `(?<month>${anyOf(months.keys())})`;
  const article = '(?:(?:le|the|el) )?';
  const day = '(?<day>\\d\\d?)(?:st|nd|rd|th|er|\\.?o)?';
  const rest = '(?<year>\\d{4})(?:[,،]? (?<time>\\d.*))?$';
  return {
    months,
    forms: [
      `^${article}${weekday}${article}${day}[ -](?:of |de )?${month}[,،]?[ -](?:of |de |del )?${rest}`,
      `^${weekday}${month} ${day}[,،]? ${rest}`,
    ].map((form) => new RegExp(form, 'u')),
  };
}

let reader: Reader | undefined;

/**
 * D5.11: a date with the name of its month (`March 5, 2027 at 7:30 PM`, `5 mars 2027`, `5 مارس 2027`) with numbers, the
 * year first; undefined for any other text. Its digits are ASCII. Day and month cannot be mistaken for each other in it.
 */
export function dateInNumbers(text: string): string | undefined {
  reader ??= makeReader();
  const said = plain(text);
  for (const form of reader.forms) {
    const { day = '', month = '', year, time } = form.exec(said)?.groups ?? {};
    if (!year) continue;
    const number = String(reader.months.get(month)).padStart(2, '0');
    return [`${year}-${number}-${day.padStart(2, '0')}`, time].filter(Boolean).join(' ');
  }
  return undefined;
}
