import { refuse } from '../errors/refusals';
import type { Sight } from '../query/sight';
import type { PostResource } from '../resources/resource';
import { type Language, languagesFrom } from '../settings/languages';
import { rowsOfId } from '../store/siblings';
import { standIn } from './language-written';
import type { Load } from './reading';
import { settings } from './settings';

interface Seen extends Sight {
  language: Language;
}

export type RecordsService<Record> = ReturnType<typeof records<Record>>;

/** Records in whatever state, for those who have just written them or are about to. */
export function records<Record>(
  { type, refusals }: Pick<PostResource<Record>, 'type' | 'refusals'>,
  load: Load<Record>,
) {
  const languages = ({ language }: Seen) => languagesFrom(language, settings().defaultLanguage);

  async function loaded(row: number | undefined, seen: Seen): Promise<Record> {
    const [record] = row ? await load([row], { ...seen, languages: languages(seen) }) : [];
    if (!record) throw refuse(404, refusals.notFound); // Deleted meanwhile, in the admin.
    return record;
  }

  return {
    /** As GET serves it: in the language, or in the one that stands in for it. */
    async shown(id: number, seen: Seen): Promise<Record> {
      return loaded(standIn(await rowsOfId(type, id), languages(seen))?.id, seen);
    },

    /** In the language just written, although only a draft; else as GET serves it. */
    async written(id: number, seen: Seen): Promise<Record> {
      const rows = await rowsOfId(type, id);
      const own = rows.filter(({ locale }) => locale === seen.language);
      const row = own.find(({ publishedAt }) => publishedAt) ?? own[0];
      return loaded((row ?? standIn(rows, languages(seen)))?.id, seen);
    },
  };
}
