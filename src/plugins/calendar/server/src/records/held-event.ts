import { errors } from '@strapi/utils';
import { storedState } from '../access/state';
import type { Row, Values } from '../content-types/rows';
import { rowsOf, rowsOfIds } from '../database/rows';
import { lockRecord, transaction } from '../database/transaction';
import type { STATES, Undo } from '../resources/bulk';
import { lockAlong, namedIn } from '../saves/waiting';
import { LANGUAGES, type Language } from '../settings/languages';
import { type Editor, type Refusal, Refused, type Rights, rightsOver } from './editor';
import { fallbackRow } from './languages';

export type State = (typeof STATES)[number];

/** What is changed of an event, as people read it: ids of references, wall times, states of a language. */
export interface Change {
  field: string;
  language?: Language;
  from: unknown;
  to: unknown;
}

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
export interface Held {
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

export const current = ({ documentId }: Held) => rowsOf(TYPE, documentId);

const NOTHING = { changes: [], along: [], skipped: [], inexact: [] };

/** The event of this id, held; throws Refused where there is none for this editor. */
async function hold(id: number, editor: Editor, values: Values): Promise<Held> {
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
export async function inOne(
  {
    id,
    editor,
    preview,
    values = {},
  }: { id: number; editor: Editor; preview: boolean; values?: Values },
  work: (held: Held) => Promise<Partial<Outcome>>,
): Promise<Outcome> {
  try {
    return await transaction(async () => {
      const outcome = { id, ...NOTHING, ...(await work(await hold(id, editor, values))) };
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
