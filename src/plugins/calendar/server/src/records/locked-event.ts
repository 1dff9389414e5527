import { errors } from '@strapi/utils';
import { type Row, storedState, type Values } from '../content-types/rows';
import { type Ability, checkerOf } from '../database/permissions';
import { hasDatabaseFailed } from '../database/pool';
import { rowsOf, rowsOfIds, rowsWithCreators } from '../database/rows';
import { lockRecord, transaction } from '../database/transaction';
import type { STATES, Undo } from '../resources/bulk';
import { lockAlong, namedIn } from '../saves/publish-along';
import { copyRevealsMore } from '../saves/rights';
import { LANGUAGES, type Language } from '../settings/languages';
import type { LinkedType, ReferenceField } from '../settings/record-types';
import { fallbackRow } from './languages';

/**
 * Why an event is not changed. `text`: a rule's message in the editor's language; `fields`: what Strapi's validation
 * refuses, whose messages are English, and for several fields only a count; `failed` is logged.
 */
export interface EventRefusal {
  why: 'gone' | 'rights' | 'trash' | 'changed' | 'undated' | 'rule' | 'failed';
  text?: string;
  fields?: string[];
  /** The languages in which rights are missing. */
  languages?: Language[];
}

/** Aborts the work on one event, without affecting others. */
export class Refused extends Error {
  readonly refusal: EventRefusal;

  constructor(refusal: EventRefusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

/** An admin user with their ability. */
export interface Editor {
  id: number;
  ability: Ability;
}

const localesOf = (rows: Row[]) => [...new Set(rows.map(({ locale }) => locale))];

/** D15.10: the editor's rights over one event, from the content manager's permission-checker, row by row. */
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

  /** D10.4: changing a public row also requires the right to publish. */
  const mayNotChange = (fields: string[]) => (row: Row) =>
    cannot.update(row) ||
    fields.some((field) => cannot.update(row, field)) ||
    Boolean(row.publishedAt && cannot.publish(row));

  return {
    /** Whether any row may be read; otherwise the event must appear as not existing. */
    isReadable: rows.some((row) => !cannot.read(row)),

    /** D4.8: requires the right to change shared fields in every language. Throws Refused. */
    requireChange: (fields: string[]) => demand(mayNotChange(fields)),

    /** The languages that may not be published or unpublished. */
    notPublishable: (languages: Language[], flagged: boolean) =>
      lacking(
        (row) => (flagged ? mayNotChange(['post_status'])(row) : false) || cannot.publish(row),
        languages,
      ),

    /** The languages whose drafts may not be changed. */
    notChangeable: (languages: Language[]) => lacking(mayNotChange(['post_status']), languages),

    requireTrash: (enters: boolean) =>
      demand(
        (row) =>
          (enters && cannot.delete(row)) ||
          cannot.update(row, 'trashed_at') ||
          Boolean(row.publishedAt && cannot.publish(row)),
      ),

    requireDelete: () => demand((row) => cannot.delete(row)),

    /** Requires the rights to read and to create in every language. Throws Refused. */
    requireCopyRight: () =>
      demand(
        (row) =>
          cannot.read(row) ||
          cannot.create({ locale: row.locale, createdBy: { id: editor.id } }) ||
          copyRevealsMore(checker, row),
      ),
  };
}

type Rights = Awaited<ReturnType<typeof rightsOver>>;

export type State = (typeof STATES)[number];

/** A changed value of an event: ids of references, a wall time, or the state of a language. */
export interface ShownChange {
  field: ReferenceField | 'cost' | 'event_status' | 'start_date' | 'end_date' | 'state' | 'copy';
  language?: Language;
  from: unknown;
  to: unknown;
}

/** A wall time; of an all-day event only its day. */
export const withoutHours = (row: Row, value: unknown): unknown =>
  row.all_day && typeof value === 'string' ? value.slice(0, '2027-01-31'.length) : value;

/** The result of an action on one event, or its preview. */
export interface Outcome {
  id: number;
  revision?: number;
  changes: ShownChange[];
  /** D6.7: records published along. */
  along: { type: LinkedType; id: number }[];
  /** Languages skipped for lack of rights. */
  skipped: Language[];
  /** Languages unpublished with unpublished edits: undo publishes the edits instead of the former public version. */
  inexact: Language[];
  refused?: EventRefusal;
  undo?: Undo;
  copies?: { id: number; documentId: string; start_date: unknown; undo: Undo }[];
}

export const TYPE = 'event';

/** An event locked by the transaction. */
export interface LockedEvent {
  id: number;
  documentId: string;
  rows: Row[];
  rights: Rights;
  editor: Editor;
  now: Date;
}

export const isPublished = ({ publishedAt }: Row) => Boolean(publishedAt);

/** D6.4: the row whose shared values are public, or else those of the drafts. */
export const openRowOf = (rows: Row[]): Row => fallbackRow(rows, [...LANGUAGES]) as Row;

export const draftIn = (rows: Row[], locale: Language) =>
  rows.find((row) => row.locale === locale && !isPublished(row));

export const publishedIn = (rows: Row[], locale: Language) =>
  rows.find((row) => row.locale === locale && isPublished(row));

export const languagesIn = (rows: Row[]) => LANGUAGES.filter((each) => draftIn(rows, each));

export const stateIn = (rows: Row[], locale: Language): State =>
  storedState((publishedIn(rows, locale) ?? draftIn(rows, locale)) as Row);

export const currentRows = ({ documentId }: LockedEvent) => rowsOf(TYPE, documentId);

export const NO_CHANGES = { changes: [], along: [], skipped: [], inexact: [] };

/** Locks an event. Throws Refused if it does not exist or the editor may not read it. */
async function lockEvent(id: number, editor: Editor, values: Values): Promise<LockedEvent> {
  const [found] = await rowsOfIds(TYPE, [id]);
  if (!found) throw new Refused({ why: 'gone' });
  const { documentId } = found;
  const now = new Date();
  await lockAlong({ ...namedIn([values]), event: documentId }, now);
  await lockRecord(TYPE, documentId);
  // Copies, because saves write derived values into the rows that they have read.
  const rows = (await rowsOf(TYPE, documentId)).map((row) => ({ ...row }));
  const rights = await rightsOver(documentId, editor);
  if (rows.length === 0 || !rights.isReadable) throw new Refused({ why: 'gone' });
  return { id, documentId, rows, rights, editor, now };
}

/** Thrown to roll back the transaction of a preview; carries its outcome. */
class Previewed extends Error {
  constructor(readonly outcome: Outcome) {
    super('previewed');
  }
}

interface Details {
  /** Of a rule of ours. */
  refusal?: unknown;
  errors?: { path: string[] }[];
}

/** The refusal of a save, by a rule of ours or by Strapi's validation. */
function ruleIn({ message, details }: errors.ValidationError): EventRefusal {
  const { refusal, errors: faults = [] } = details as Details;
  if (refusal || faults.length === 0) return { why: 'rule', text: message };
  return { why: 'rule', fields: [...new Set(faults.map(({ path }) => String(path[0])))] };
}

/** D15.8: runs work on one locked event in a transaction; a preview is rolled back. */
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
      const outcome = { id, ...NO_CHANGES, ...(await work(await lockEvent(id, editor, values))) };
      if (preview) throw new Previewed(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Previewed) return error.outcome;
    if (error instanceof Refused) return { id, ...NO_CHANGES, refused: error.refusal };
    if (hasDatabaseFailed()) throw error; // Strapi refuses relations that it could not look up.
    if (error instanceof errors.ForbiddenError) {
      return { id, ...NO_CHANGES, refused: { why: 'rights' } };
    }
    if (!(error instanceof errors.ValidationError)) throw error;
    return { id, ...NO_CHANGES, refused: ruleIn(error) };
  }
}
