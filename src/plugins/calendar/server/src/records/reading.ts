import { openRow } from '../access/row-to-show';
import { isUnlocked, type Lockable, unlocks, type Viewer } from '../access/viewer';
import { languageChoice } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import type { SentStatus } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import type { Values } from '../kinds/read';
import { isEverybodys } from '../listing/branches';
import { choose } from '../listing/choose';
import { chooseListed } from '../listing/choose-listed';
import { lookUp } from '../listing/look-up';
import type { Reading } from '../listing/read-records';
import { refuse } from '../messages/errors';
import type { PostOrder } from '../resources/event/conditions';
import type { PostResource } from '../resources/resource';
import type { Language } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import type { Narrowing } from '../sql/facets';
import type { LanguageChoice } from '../sql/language';
import type { Sql } from '../sql/sql';
import { type Key, statesOf } from './named-record';

/** A list as somebody sees it; without a word of states, what is published. */
export interface ListRequest extends Viewer {
  statuses?: readonly SentStatus[];
  conditions: Sql[];
  /** D8.9: the same conditions as the listing answers them, where it can. */
  narrowing?: Narrowing;
  order: PostOrder;
  page: number;
  perPage: number;
  language: Language;
}

export interface OneRequest extends Viewer {
  key: Key;
  language: Language;
  password?: string;
}

/** A record that services read: its row, and whatever it shows besides. */
export interface Readable {
  row: Lockable;
}

/** The records of row ids, in that order. */
export type Load<Record> = (ids: number[], reading: Reading) => Promise<Record[]>;

export type ReadingService<Record extends Readable> = ReturnType<typeof reading<Record>>;

/** Records that are held at a time: their descriptions may be long. */
const PART = 100;

type Choosing = Omit<ListRequest, 'language'> & LanguageChoice;

/** D8.9: over the listing, where it can tell this caller what it holds. */
async function chosen(type: PostType, { narrowing, statuses = ['publish'], ...rest }: Choosing) {
  const isPublished = statuses.every((status) => status === 'publish');
  return narrowing && isPublished && (await isEverybodys(rest))
    ? chooseListed({ narrowing, ...rest })
    : choose({ type, statuses, ...rest });
}

/** The reading half of a resource's service: records out, no HTTP. */
export function reading<Record extends Readable>(
  resource: PostResource<Record>,
  load: Load<Record>,
) {
  const { type, filters, refusals } = resource;

  return {
    /** The records of a page and the number of all; what nobody may see is not among them. */
    async find({ language, ...request }: ListRequest) {
      const choice = { ...request, ...languageChoice(language) };
      return inSnapshot(async () => {
        const { ids, total } = await chosen(type, choice);
        const records = await load(ids, { ...request, languages: choice.languages });
        return { records, total };
      });
    },

    /**
     * The first `most` records of a list and the number of all, a part at a time: what `make` gives for
     * a part is all that is kept of it.
     */
    async collect<Made>(
      { language, ...request }: Omit<ListRequest, 'page' | 'perPage'>,
      { most, make }: { most: number; make: (part: Record[]) => Promise<Made[]> },
    ) {
      const choice = { ...request, ...languageChoice(language), page: 1, perPage: most };
      return inSnapshot(async () => {
        const { ids, total } = await chosen(type, choice);
        const made: Made[] = [];
        for (let at = 0; at < ids.length; at += PART) {
          made.push(...(await make(await load(ids.slice(at, at + PART), choice))));
        }
        return { made, total };
      });
    },

    /** The list's values with the records that they name looked up; throws CalendarError 400. */
    lookUp(values: Values<Params>, { language, ...viewer }: Viewer & { language: Language }) {
      return lookUp(filters, values, { ...languageChoice(language), ...viewer });
    },

    /** The record; throws CalendarError 404 or 403 (D9.4). */
    async findOne({ key, language, password, ...viewer }: OneRequest): Promise<Record> {
      const choice = { ...languageChoice(language), ...viewer };
      const record = await inSnapshot(async () => {
        const { id: row } = openRow(await statesOf(key, { type, choice }), choice, resource);
        return (await load([row], choice))[0];
      });
      if (!record) throw refuse(404, refusals.notFound);
      if (!isUnlocked(record.row, viewer) && !unlocks(record.row.password ?? null, password)) {
        throw refuse(403, refusals.protected ?? refusals.notAccessible);
      }
      return record;
    },
  };
}
