import type { Core } from '@strapi/strapi';
import { oneLine } from '../../src/plugins/calendar/server/src/kinds/text/normalize';
import { errorBody, refusalOf } from '../../src/plugins/calendar/server/src/messages/errors';
import type { RecordService } from '../../src/plugins/calendar/server/src/records';
import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';
import type { RecordType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { isEssential } from './bodies';
import { type Served, type Source, textOf } from './source';

export interface Importing {
  /** The address of the site, or of its interface. */
  address: string;
  /** The language in which texts are stored; the site's default if omitted. */
  language?: Language;
  /** Whether records of an earlier import get what is served now. */
  update: boolean;
  /** Receives lines about the progress. */
  log: (line: string) => void;
}

/** Numbers of events, venues and organizers. */
export interface Imported {
  created: number;
  updated: number;
  untouched: number;
  failed: number;
}

export interface Import extends Importing {
  strapi: Core.Strapi;
  source: Source;
  counts: Imported;
  /** Ids here by ids there; undefined for what was refused. */
  ids: Record<RecordType, Map<string, number | undefined>>;
  /** The site's categories by their ids there. */
  categories: Map<string, Served>;
}

const MAX_SHOWN = 100;

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const serviceOf = ({ strapi }: Import, type: RecordType): RecordService =>
  strapi.plugin('calendar').service(type);

/** The error as the interface reports it, in English. */
export const reported = (error: unknown) => errorBody(refusalOf(error), 'en');

/** The beginning of a text of the site, on one line and without control characters, which a terminal would obey. */
const brief = (value: unknown) => oneLine(textOf(value).slice(0, MAX_SHOWN));

/** What the line of a record begins with: `Event 12 "Quartet"`. */
export const lineOf = (type: RecordType, { id }: Served, title: unknown) =>
  `${capitalized(type)} ${brief(id)} "${brief(title)}"`;

/** Creates or changes a record; without the optional fields that are refused, which are logged. */
export async function writeWhatFits(
  write: (body: Served) => Promise<object>,
  type: RecordType,
  body: Served,
  log: (line: string) => void,
): Promise<Served> {
  try {
    return (await write(body)) as Served;
  } catch (error) {
    const { params = [] } = reported(error).data;
    const refused = Array.isArray(params) ? [] : Object.entries(params);
    const isLost = ([field]: [string, string]) => !(field in body) || isEssential(type, field);
    if (refused.length === 0 || refused.some(isLost)) throw error;
    for (const [field, why] of refused) log(`without ${field}: ${why}`);
    const names = refused.map(([field]) => field);
    const rest = Object.entries(body).filter(([field]) => !names.includes(field));
    return writeWhatFits(write, type, Object.fromEntries(rest), log);
  }
}

/** Logs why a record is refused; undefined then. Throws an Error for other faults, such as a database that does not answer. */
export async function attempt<Result>(
  { log }: Import,
  line: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const { message, data } = reported(error);
    if (data.status >= 500) throw new Error(`${line}: ${message}`, { cause: error });
    log([`${line}: ${message}`, ...Object.values(data.params ?? {})].join(' '));
    return undefined;
  }
}
