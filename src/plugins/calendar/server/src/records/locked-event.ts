import { errors } from '@strapi/utils';
import { type Row, storedState, type Values } from '../content-types/rows';
import { type Ability, checkerOf } from '../database/permissions';
import { rowsOf, rowsOfIds, rowsWithCreators } from '../database/rows';
import { lockRecord, transaction } from '../database/transaction';
import type { STATES, Undo } from '../resources/bulk';
import { lockAlong, namedIn } from '../saves/publish-along';
import { copyTellsMore } from '../saves/rights';
import { LANGUAGES, type Language } from '../settings/languages';
import { fallbackRow } from './languages';

/**
 * Why an event is left as it is; what a rule says stands in `text`, in the editor's language; `failed`
 * is in the log.
 */
export interface Refusal {
  why: 'gone' | 'rights' | 'trash' | 'changed' | 'undated' | 'rule' | 'failed';
  text?: string;
  /** The languages in which rights are missing. */
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

const localesOf = (rows: Row[]) => [...new Set(rows.map(({ locale }) => locale))];

/** What an editor may do with one event: D15.10, the content manager's permission-checker, asked row by row. */
async function rightsOver(documentId: string, editor: Editor) {
  const checker = checkerOf(editor.ability, 'event');
  const { cannot } = checker;
  const rows = await rowsWithCreators('event', documentId);

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
    requireChange: (fields: string[]) => demand(mayNotChange(fields)),

    /** Those of the languages that may not be published or taken offline. */
    notPublishable: (languages: Language[], flagged: boolean) =>
      lacking(
        (row) => (flagged ? mayNotChange(['post_status'])(row) : false) || cannot.publish(row),
        languages,
      ),

    /** Those of the languages whose drafts may not be changed. */
    notChangeable: (languages: Language[]) => lacking(mayNotChange(['post_status']), languages),

    requireTrash: (enters: boolean) =>
      demand(
        (row) =>
          (enters ? cannot.delete(row) : cannot.update(row)) ||
          Boolean(row.publishedAt && cannot.publish(row)),
      ),

    requireDelete: () => demand((row) => cannot.delete(row)),

    /** Every language is read, and made for whoever asks. */
    requireCopyRight: () =>
      demand(
        (row) =>
          cannot.read(row) ||
          cannot.create({ locale: row.locale, createdBy: { id: editor.id } }) ||
          copyTellsMore(checker, 'event', row),
      ),
  };
}

type Rights = Awaited<ReturnType<typeof rightsOver>>;

export type State = (typeof STATES)[number];

/** What is changed of an event, as people read it: ids of references, wall times, states of a language. */
export interface Change {
  field: string;
  language?: Language;
  from: unknown;
  to: unknown;
}

/** The wall time of an all-day event as its day. */
export const withoutHours = (row: Row, value: unknown): unknown =>
  row.all_day && typeof value === 'string' ? value.slice(0, '2027-01-31'.length) : value;

/** What became of one event, or would become of it. */
export interface Outcome {
  id: number;
  revision?: number;
  changes: Change[];
  /** What is published along (D6.7). */
  along: { type: 'venue' | 'organizer'; id: number }[];
  /** Languages that the editor has no right to. */
  skipped: Language[];
  /** Languages that go offline with unfinished changes: what is public now does not come back by undoing. */
  inexact: Language[];
  refused?: Refusal;
  undo?: Undo;
  copies?: { id: number; documentId: string; start_date: unknown; undo: Undo }[];
}

export const TYPE = 'event';

/** An event while nobody else writes it. */
export interface LockedEvent {
  id: number;
  documentId: string;
  rows: Row[];
  rights: Rights;
  editor: Editor;
  now: Date;
}

export const isPublished = ({ publishedAt }: Row) => Boolean(publishedAt);

/** The row whose shared values the public has, else those of the drafts (D6.4). */
export const openRowOf = (rows: Row[]): Row => fallbackRow(rows, [...LANGUAGES]) as Row;

export const draftIn = (rows: Row[], locale: Language) =>
  rows.find((row) => row.locale === locale && !isPublished(row));

export const publishedIn = (rows: Row[], locale: Language) =>
  rows.find((row) => row.locale === locale && isPublished(row));

export const languagesIn = (rows: Row[]) => LANGUAGES.filter((each) => draftIn(rows, each));

export const stateIn = (rows: Row[], locale: Language): State =>
  storedState((publishedIn(rows, locale) ?? draftIn(rows, locale)) as Row);

export const current = ({ documentId }: LockedEvent) => rowsOf(TYPE, documentId);

export const NOTHING = { changes: [], along: [], skipped: [], inexact: [] };

/** The event of this id, locked; throws Refused where there is none for this editor. */
async function lockEvent(id: number, editor: Editor, values: Values): Promise<LockedEvent> {
  const [found] = await rowsOfIds(TYPE, [id]);
  if (!found) throw new Refused({ why: 'gone' });
  const { documentId } = found;
  const now = new Date();
  await lockAlong({ ...namedIn([values]), event: documentId }, now);
  await lockRecord(TYPE, documentId);
  // Copies: what follows from a save is written into the rows that it has read.
  const rows = (await rowsOf(TYPE, documentId)).map((row) => ({ ...row }));
  const rights = await rightsOver(documentId, editor);
  if (rows.length === 0 || !rights.isReadable) throw new Refused({ why: 'gone' });
  return { id, documentId, rows, rights, editor, now };
}

/** Carries what a preview has found out of its transaction, which is rolled back. */
class Previewed extends Error {
  constructor(readonly outcome: Outcome) {
    super('previewed');
  }
}

/** D15.8: one transaction for one event; a preview does the same, and takes it back. */
export async function inEventTransaction(
  {
    id,
    editor,
    preview,
    values = {},
  }: { id: number; editor: Editor; preview: boolean; values?: Values },
  work: (locked: LockedEvent) => Promise<Partial<Outcome>>,
): Promise<Outcome> {
  try {
    return await transaction(async () => {
      const outcome = { id, ...NOTHING, ...(await work(await lockEvent(id, editor, values))) };
      if (preview) throw new Previewed(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Previewed) return error.outcome;
    if (error instanceof Refused) return { id, ...NOTHING, refused: error.refusal };
    if (error instanceof errors.ForbiddenError) {
      return { id, ...NOTHING, refused: { why: 'rights' } };
    }
    if (!(error instanceof errors.ValidationError)) throw error;
    return { id, ...NOTHING, refused: { why: 'rule', text: error.message } };
  }
}
