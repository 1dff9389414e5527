import { refuse } from '../errors/refusals';
import type { Params, Values } from '../params/read-params';
import type { Condition } from '../query/condition';
import type { EventRecord } from '../representation/records';
import type { Resource } from '../resources/resource';
import { type Language, languagesFrom } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import { choose } from '../store/choose';
import { statesById, statesBySlug } from '../store/choose-one';
import type { Reading } from '../store/load-events';
import { lookUp } from './look-up';
import { meantBySlug, openRow } from './open-row';
import { settings } from './settings';
import { unlocks } from './unlocks';

/** Ids beyond this belong to nobody, and PostgreSQL would not take them. */
const LARGEST_ID = 2 ** 31 - 1;

export interface ListRequest {
  conditions: Condition[];
  order: string;
  page: number;
  perPage: number;
  language: Language;
  now: Date;
}

/** A record by its public id or by its slug, as they stand in a path. */
export type Key = { id: string } | { slug: string };

export interface OneRequest {
  key: Key;
  language: Language;
  password?: string;
  now: Date;
}

interface Readable extends Resource<EventRecord> {
  type: PostType;
}

type Load = (ids: number[], reading: Reading) => Promise<EventRecord[]>;

const languageChoice = (language: Language) => {
  const { defaultLanguage, fallback } = settings();
  return { languages: languagesFrom(language, defaultLanguage), fallback };
};

/** The reading half of a resource's service: records out, no HTTP. */
export function reading(resource: Readable, load: Load) {
  const { type, filters, refusals } = resource;

  async function publicIdOf(key: Key, choice: Parameters<typeof meantBySlug>[1]) {
    if ('id' in key) return Number(key.id);
    const slug = key.slug.normalize('NFC').toLowerCase();
    return meantBySlug(await statesBySlug(type, slug), choice)?.publicId ?? 0;
  }

  return {
    /** The records of a page and the number of all; what nobody may see is not among them. */
    async find({ language, ...request }: ListRequest) {
      const choice = languageChoice(language);
      const { ids, total } = await choose({ type, ...request, ...choice });
      const records = await load(ids, { languages: choice.languages, now: request.now });
      return { records, total };
    },

    /** The list's values with the records that they name looked up; throws CalendarError 400. */
    lookUp(values: Values<Params>, { language, now }: { language: Language; now: Date }) {
      return lookUp(filters, values, { ...languageChoice(language), now });
    },

    /** The record; throws CalendarError 404 or 403 (D9.4). */
    async findOne({ key, language, password, now }: OneRequest): Promise<EventRecord> {
      const choice = { ...languageChoice(language), now };
      const id = await publicIdOf(key, choice);
      const states = id >= 1 && id <= LARGEST_ID ? await statesById(type, id) : [];
      const { id: row } = openRow(states, choice, refusals);
      const [record] = await load([row], choice);
      if (!record) throw refuse(404, refusals.notFound);
      if (!unlocks(record.row.password, password)) throw refuse(403, refusals.protected);
      return record;
    },
  };
}
