import type { Viewer } from '../access/viewer';
import type { Row } from '../content-types/rows';
import type { Params } from '../kinds/kind';
import type { Values } from '../kinds/read';
import { refuse } from '../messages/errors';

import type { ListedTerm } from '../representation/records';
import type { TermResource } from '../resources/resource';
import type { Language } from '../settings/languages';
import type { LanguageChoice } from '../sql/language';
import { chooseTerms, type TermChoice } from '../store/choose';
import { loadListedTerms } from '../store/load';
import { rowsOfId } from '../store/siblings';
import { inSnapshot } from '../store/snapshot';
import { standIn } from './change-languages';
import { lookUp } from './look-up';
import { isRecordId, type Key } from './named-record';
import { languageChoice } from './settings';
import type { Rows } from './write-request';

interface Seen {
  language: Language;
  now: Date;
}

export type TermRequest = Omit<TermChoice, 'type' | keyof LanguageChoice> & Seen;

/** Every language of the term that a path names; throws CalendarError 404 where there is none. */
export async function termRows({ type, refusals }: TermResource, key: Key): Promise<Rows> {
  const id = 'id' in key && isRecordId(key.id) ? Number(key.id) : 0;
  const [row, ...others] = id > 0 ? await rowsOfId(type, id) : [];
  if (!row) throw refuse(404, refusals.notFound);
  return [row, ...others];
}

export type TermReading = ReturnType<typeof terms>;

/** The reading half of a service of terms: records out, no HTTP. */
export function terms(resource: TermResource) {
  const { type, filters, refusals } = resource;

  async function loaded(row: Row | undefined, { now }: Seen): Promise<ListedTerm> {
    const [term] = row ? await loadListedTerms(type, [row.id], now) : [];
    if (!term) throw refuse(404, refusals.notFound);
    return term;
  }

  return {
    /** The terms of a page and the number of all. */
    find(request: TermRequest) {
      return inSnapshot(async () => {
        const { ids, total } = await chooseTerms({
          type,
          ...request,
          ...languageChoice(request.language),
        });
        return { records: await loadListedTerms(type, ids, request.now), total };
      });
    },

    /** The list's values with the records that they name looked up; throws CalendarError 400. */
    lookUp(values: Values<Params>, { language, ...viewer }: Seen & Viewer) {
      return lookUp(filters, values, { ...languageChoice(language), ...viewer });
    },

    /** The term; throws CalendarError 404, also when it may not fall back (D7.2). */
    async findOne({ key, ...seen }: Seen & { key: Key }): Promise<ListedTerm> {
      const { languages, fallback } = languageChoice(seen.language);
      const allowed = fallback ? languages : languages.slice(0, 1);
      return inSnapshot(async () => loaded(standIn(await termRows(resource, key), allowed), seen));
    },

    /** In the language, or in the one that stands in for it, for those who write. */
    async shown(id: number, seen: Seen): Promise<ListedTerm> {
      const { languages } = languageChoice(seen.language);
      return inSnapshot(async () => loaded(standIn(await rowsOfId(type, id), languages), seen));
    },
  };
}
