import { rowToShow } from '../access/row-to-show';
import type { Viewer } from '../access/viewer';
import type { Row } from '../content-types/rows';
import { rowsOfIds } from '../database/rows';
import { languageChoice } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import type { Reading } from '../listing/read-records';
import type { PostResource } from '../resources/resource';
import type { Language } from '../settings/languages';
import { fallbackRow } from './languages';
import type { Load } from './reading';

/** A language asked for, and what the one who asks may see. */
interface Seen extends Viewer {
  language: Language;
}

type Shown = Seen & Pick<Reading, 'ownOnly'>;

/** In the language itself: what is published, else the draft. */
function ownRow(rows: Row[], { language }: Seen): Row | undefined {
  const own = rows.filter(({ locale }) => locale === language);
  return own.find(({ publishedAt }) => publishedAt) ?? own[0];
}

/** Records in whatever state, for those who have just written them or are about to. */
export function records<Record>({ type }: Pick<PostResource<Record>, 'type'>, load: Load<Record>) {
  const choiceOf = (seen: Seen) => ({ ...seen, ...languageChoice(seen.language) });

  async function loaded(row: Row | undefined, seen: Seen): Promise<Record | undefined> {
    const [record] = row ? await load([row.id], choiceOf(seen)) : [];
    return record;
  }

  return {
    /**
     * D4.12: as GET serves it; where it refuses, the language itself, as answers to writes show it.
     * Whoever holds the record may know its rows, and whether what it refers to matters.
     */
    shown(id: number, seen: Shown, known?: Row[]): Promise<Record | undefined> {
      return inSnapshot(async () => {
        const rows = known ?? (await rowsOfIds(type, [id]));
        return loaded(rowToShow(type, rows, choiceOf(seen)) ?? ownRow(rows, seen), seen);
      });
    },

    /**
     * In the language just written, although only a draft; else as GET serves it. To be asked in the
     * transaction that has written it: another one may have changed it by the next moment.
     */
    written(id: number, seen: Seen, rows: Row[]): Promise<Record> {
      return inSnapshot(async () => {
        const row = ownRow(rows, seen) ?? rowToShow(type, rows, choiceOf(seen));
        const record = await loaded(row ?? fallbackRow(rows, choiceOf(seen).languages), seen);
        if (!record) throw new Error(`The ${type} ${id} was written and is not there.`);
        return record;
      });
    },
  };
}
