import type { Row } from '../content-types/rows';
import { rowsWithMakers } from '../database/rows';
import type { Ability } from '../listing/load-agenda';
import type { Language } from '../settings/languages';
import { uidOf } from '../settings/record-types';

/** Why an event is left as it is; what a rule says stands in `text`, in the editor's language. */
export interface Refusal {
  why: 'gone' | 'rights' | 'trash' | 'changed' | 'undated' | 'rule';
  text?: string;
  /** Those in which rights are missing. */
  languages?: Language[];
}

/** Ends what is done with one event, and nothing else. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

/** Who asks, by the admin. */
export interface Editor {
  id: number;
  ability: Ability;
}

type Right = 'read' | 'create' | 'update' | 'delete' | 'publish';

type Cannot = Record<Right, (entity: object, field?: string) => boolean>;

const localesOf = (rows: Row[]) => [...new Set(rows.map(({ locale }) => locale))];

/** What an editor may do with one event: D15.10, the content manager's permission-checker, asked row by row. */
export async function rightsOver(documentId: string, editor: Editor) {
  const { cannot } = strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility: editor.ability, model: uidOf('event') }) as { cannot: Cannot };
  const rows = await rowsWithMakers('event', documentId);

  const among = (languages: readonly Language[] | undefined) =>
    languages ? rows.filter(({ locale }) => languages.includes(locale)) : rows;

  const lacking = (forbids: (row: Row) => boolean, languages?: Language[]): Language[] =>
    localesOf(among(languages).filter(forbids));

  const demand = (forbids: (row: Row) => boolean) => {
    const languages = lacking(forbids);
    if (languages.length > 0) throw new Refused({ why: 'rights', languages });
  };

  /** D10.4: what the public sees needs the right to publish. */
  const mayNotChange = (fields: string[]) => (row: Row) =>
    cannot.update(row) ||
    fields.some((field) => cannot.update(row, field)) ||
    Boolean(row.publishedAt && cannot.publish(row));

  return {
    /** An event of which no row may be read is not told of. */
    isReadable: rows.some((row) => !cannot.read(row)),

    /** Shared fields are those of every language (D4.8); throws Refused. */
    demandChange: (fields: string[]) => demand(mayNotChange(fields)),

    /** Of these languages those that may not be published or taken offline. */
    notPublishable: (languages: Language[], flagged: boolean) =>
      lacking(
        (row) => (flagged ? mayNotChange(['post_status'])(row) : false) || cannot.publish(row),
        languages,
      ),

    /** Of these languages those whose drafts may not be changed. */
    notChangeable: (languages: Language[]) => lacking(mayNotChange(['post_status']), languages),

    demandTrash: (enters: boolean) =>
      demand(
        (row) =>
          (enters ? cannot.delete(row) : cannot.update(row)) ||
          Boolean(row.publishedAt && cannot.publish(row)),
      ),

    demandDelete: () => demand((row) => cannot.delete(row)),

    /** Every language is read, and made for whoever asks. */
    demandCopy: () =>
      demand(
        (row) =>
          cannot.read(row) || cannot.create({ locale: row.locale, createdBy: { id: editor.id } }),
      ),
  };
}

export type Rights = Awaited<ReturnType<typeof rightsOver>>;
