import { isDeepStrictEqual } from 'node:util';
import { errors } from '@strapi/utils';
import { type Status, statusOf, storedState } from '../access/state';
import type { Row, Values } from '../content-types/rows';
import { revisionOf } from '../database/revisions';
import { documents, rowsOf, rowsOfIds } from '../database/rows';
import { lockRecord, whole } from '../database/transaction';
import { laterBy } from '../kinds/dates/repeat';
import { type Action, REFERENCE_FIELDS, type STATES, type Undo } from '../resources/bulk';
import { differing, ownAttributes, sharedAttributes, writable } from '../saves/languages';
import { publishingNothingAlong } from '../saves/publish-along';
import { lockAlong, namedIn, waiting } from '../saves/waiting';
import { LANGUAGES, type Language } from '../settings/languages';
import { type Editor, type Refusal, Refused, type Rights, rightsOver } from './bulk-rights';
import { standIn } from './languages';
import { putBack, trash, writeVersion } from './versions';

type State = (typeof STATES)[number];

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

const TYPE = 'event';

const FIELDS = [...REFERENCE_FIELDS, 'cost', 'event_status', 'start_date', 'end_date'] as const;

/** An event while nobody else writes it. */
export interface Held {
  id: number;
  documentId: string;
  rows: Row[];
  rights: Rights;
  editor: Editor;
  now: Date;
}

const isPublished = ({ publishedAt }: Row) => Boolean(publishedAt);

/** The row whose shared values the public has, else those of the drafts (D6.4). */
export const openRowOf = (rows: Row[]): Row => standIn(rows, [...LANGUAGES]) as Row;

const draftIn = (rows: Row[], locale: Language) =>
  rows.find((row) => row.locale === locale && !isPublished(row));

const publishedIn = (rows: Row[], locale: Language) =>
  rows.find((row) => row.locale === locale && isPublished(row));

const languagesIn = (rows: Row[]) => LANGUAGES.filter((each) => draftIn(rows, each));

const stateIn = (rows: Row[], locale: Language): State =>
  storedState((publishedIn(rows, locale) ?? draftIn(rows, locale)) as Row);

const current = ({ documentId }: Held) => rowsOf(TYPE, documentId);

/** No references are null or an empty list. */
const plain = (value: unknown) =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null);

/** Of these values those that the row does not have. */
const news = (values: Values, row: Row): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isDeepStrictEqual(plain(value), plain(row[name])),
    ),
  );

/** Of these fields those in which a row is another than it was. */
const changed = (names: readonly string[], before: Row, after: Row) =>
  Object.keys(news(Object.fromEntries(names.map((name) => [name, after[name]])), before));

/**
 * D6.4, D15.8: writes shared fields to what the public sees, and to the draft beside it, each from its
 * own; whatever else is unfinished in the draft stays there.
 */
async function writeShared(held: Held, open: (row: Row) => Values, draft = open) {
  const { documentId, rows, editor } = held;
  const row = openRowOf(rows);
  const version = { type: TYPE, documentId, locale: row.locale } as const;
  const by = { updatedBy: editor.id };
  const data = news(isPublished(row) ? open(row) : draft(row), row);
  const unfinished = draftIn(rows, row.locale);
  const own = isPublished(row) && unfinished ? draft(unfinished) : {};
  if (Object.keys(data).length > 0) {
    await writeVersion(version, rows, { data: { ...data, ...by }, wanted: 'keep' });
  }
  const left = draftIn(await current(held), row.locale);
  const edits = left ? news(own, left) : {};
  if (Object.keys(edits).length === 0) return;
  await documents(TYPE).update({ documentId, locale: row.locale, data: { ...edits, ...by } });
}

/** What of the shared values in a draft is not public in other languages either. */
function unfinishedShared(rows: Row[], locale: Language): Values {
  const open = rows.find(isPublished);
  const draft = draftIn(rows, locale);
  if (!open || !draft) return {};
  const names = differing(sharedAttributes(TYPE), draft, open);
  return Object.fromEntries(names.map((name) => [name, writable(draft[name])]));
}

/** D15.8: a language is published with the shared values that are public; those of the drafts stay drafts. */
async function bring(held: Held, locale: Language, wanted: State) {
  const rows = await current(held);
  const version = { type: TYPE, documentId: held.documentId, locale } as const;
  const goesPublic = wanted === 'publish' || wanted === 'private';
  const kept = goesPublic && !publishedIn(rows, locale) ? unfinishedShared(rows, locale) : {};
  const open = rows.find(isPublished);
  if (open && Object.keys(kept).length > 0) {
    const shared = Object.keys(kept).map((name) => [name, writable(open[name])]);
    await putBack(version, Object.fromEntries(shared));
  }
  await writeVersion(version, await current(held), { data: {}, wanted });
  if (Object.keys(kept).length > 0) await putBack(version, kept);
}

const isOffline = (state: State) => state === 'draft' || state === 'pending';

const refuseTrashed = ({ rows }: Held) => {
  if (rows[0]?.trashed_at) throw new Refused({ why: 'trash' });
};

const ids = (value: unknown) => (Array.isArray(value) ? (value as number[]) : []);

/** What a field is to hold: other records in place of its own, more of them, or fewer. */
function listed(before: unknown, { how, ids: given }: { how: string; ids: number[] }): number[] {
  if (how === 'replace') return given;
  const others = ids(before).filter((id) => !given.includes(id));
  return how === 'add'
    ? [...ids(before), ...given.filter((id) => !ids(before).includes(id))]
    : others;
}

type Fields = Extract<Action, { action: 'set' }>['fields'];

const asSet =
  ({ cost, event_status, ...references }: Fields) =>
  (row: Row): Values => ({
    ...Object.fromEntries(
      REFERENCE_FIELDS.flatMap((name) => {
        const given = references[name];
        return given ? [[name, listed(row[name], given)]] : [];
      }),
    ),
    ...(cost !== undefined && { cost }),
    ...(event_status !== undefined && { event_status }),
  });

const asShifted = (days: number) => (row: Row) =>
  Object.fromEntries(
    ['start_date', 'end_date']
      .filter((name) => row[name])
      .map((name) => [name, laterBy(row[name] as string, days)]),
  );

/** Of these languages those that the editor may not bring into the state. */
function lackingFor({ rows, rights }: Held, state: State, languages: Language[]): Language[] {
  const flagged = state === 'private' || state === 'pending';
  const drafts = languages.filter((each) => isOffline(state) && !publishedIn(rows, each));
  const others = languages.filter((each) => !drafts.includes(each));
  return [...rights.notChangeable(drafts), ...rights.notPublishable(others, flagged)];
}

/** Brings the languages that may be into the state; tells those that may not. */
async function changeStates(held: Held, state: State, asked: Language | undefined) {
  const { rows } = held;
  const wanting = languagesIn(rows).filter(
    (each) => (!asked || each === asked) && stateIn(rows, each) !== state,
  );
  const skipped = lackingFor(held, state, wanting);
  const done = wanting.filter((each) => !skipped.includes(each));
  if (done.length === 0 && skipped.length > 0) {
    throw new Refused({ why: 'rights', languages: skipped });
  }
  const inexact = isOffline(state)
    ? done.filter((each) => {
        const [draft, open] = [draftIn(rows, each), publishedIn(rows, each)];
        return draft && open && differing(ownAttributes(TYPE), draft, open).length > 0;
      })
    : [];
  for (const each of done) await bring(held, each, state);
  return { skipped, inexact };
}

/** Does what is asked with one event; what cannot be said by comparing its rows is told. */
async function act(held: Held, asked: Action): Promise<Partial<Outcome>> {
  const { rows, rights, now, documentId } = held;
  if (asked.action === 'trash' || asked.action === 'restore') {
    const enters = asked.action === 'trash';
    if (Boolean(rows[0]?.trashed_at) === enters) return {};
    rights.demandTrash(enters);
    const locale = rows[0]?.locale ?? 'en';
    await trash({ type: TYPE, documentId, locale }, enters ? now : null);
    return {};
  }
  refuseTrashed(held);
  if (asked.action === 'state') return changeStates(held, asked.state, asked.language);
  if (asked.action === 'set') {
    rights.demandChange(Object.keys(asked.fields));
    await writeShared(held, asSet(asked.fields));
    return {};
  }
  rights.demandChange(['start_date', 'end_date']);
  if (!rows.some((row) => row.start_date || row.end_date)) throw new Refused({ why: 'undated' });
  await writeShared(held, asShifted(asked.days));
  return {};
}

/** D15.8: what the action has told, sent back; what was published along stays. */
async function bringBack(held: Held, undo: Undo) {
  const { rows, rights, now, documentId, id } = held;
  if ((await revisionOf(TYPE, id)) !== undo.revision) throw new Refused({ why: 'changed' });
  if (undo.made) {
    rights.demandDelete();
    await documents(TYPE).delete({ documentId, locale: '*' });
    return;
  }
  if (undo.trashed !== undefined) {
    rights.demandTrash(undo.trashed);
    const locale = rows[0]?.locale ?? 'en';
    await trash({ type: TYPE, documentId, locale }, undo.trashed ? now : null);
    return;
  }
  refuseTrashed(held);
  for (const [locale, state] of Object.entries(undo.states ?? {}) as [Language, State][]) {
    const lacking = lackingFor(held, state, [locale]);
    if (lacking.length > 0) throw new Refused({ why: 'rights', languages: lacking });
    await bring(held, locale, state);
    if (!undo.flagged?.includes(locale) || !isOffline(state)) continue;
    await documents(TYPE).update({ documentId, locale, data: { post_status: 'private' } });
  }
  await bringValuesBack({ ...held, rows: await current(held) }, undo);
}

async function bringValuesBack(held: Held, undo: Undo) {
  const { date, ...open } = undo.public ?? {};
  const { date: drafted, ...draft } = undo.draft ?? {};
  const fields = [...new Set([...Object.keys(open), ...Object.keys(draft)])];
  if (fields.length > 0) {
    held.rights.demandChange(fields);
    await writeShared(
      held,
      () => open,
      () => draft,
    );
  }
  const undated = date === null || drafted === null;
  const { documentId } = held;
  if (!undated || (await current(held)).some(isPublished)) return;
  const { locale } = openRowOf(held.rows);
  await documents(TYPE).update({ documentId, locale, data: { date: null } });
}

const DATED = [...FIELDS, 'date'];

/** The values of one row that another does not have any more. */
const formerly = (before: Row | undefined, after: Row | undefined, names: readonly string[]) =>
  before && after
    ? Object.fromEntries(changed(names, before, after).map((name) => [name, before[name] ?? null]))
    : {};

/** What brings the record back from what it is now; nothing where nothing has changed. */
function undoing(
  before: Row[],
  after: Row[],
  inexact: Language[],
): Omit<Undo, 'revision'> | undefined {
  const trashed = Boolean(before[0]?.trashed_at);
  if (trashed !== Boolean(after[0]?.trashed_at)) return { trashed };
  const states = languagesIn(before).flatMap((each) =>
    stateIn(before, each) === stateIn(after, each) || inexact.includes(each)
      ? []
      : [[each, stateIn(before, each)] as const],
  );
  const { locale } = openRowOf(before);
  const open = formerly(publishedIn(before, locale), publishedIn(after, locale), FIELDS);
  const names = before.some(({ date }) => date) ? FIELDS : DATED;
  const draft = formerly(draftIn(before, locale), draftIn(after, locale), names);
  if (states.length + Object.keys(open).length + Object.keys(draft).length === 0) return undefined;
  const flagged = languagesIn(before).filter(
    (each) => !publishedIn(before, each) && draftIn(before, each)?.post_status === 'private',
  );
  return { states: Object.fromEntries(states), flagged, public: open, draft } as Omit<
    Undo,
    'revision'
  >;
}

/** What people are told of it: of what is public where anything is, else of the draft. */
function changesBetween(before: Row[], after: Row[], now: Date): Change[] {
  const { locale } = openRowOf(before);
  const face = (rows: Row[]) => publishedIn(rows, locale) ?? draftIn(rows, locale);
  const pairs = [
    [face(before), face(after)],
    [draftIn(before, locale), draftIn(after, locale)],
  ];
  const fields = FIELDS.flatMap((field) => {
    const [from, to] = pairs.find(([a, b]) => a && b && changed([field], a, b).length > 0) ?? [];
    return from && to ? [{ field, from: from[field], to: to[field] }] : [];
  });
  const shown = (rows: Row[], each: Language): Status =>
    statusOf((publishedIn(rows, each) ?? draftIn(rows, each)) as Row, now);
  const states = languagesIn(before).flatMap((language) => {
    const [from, to] = [shown(before, language), shown(after, language)];
    return from === to ? [] : [{ field: 'state', language, from, to }];
  });
  return [...states, ...fields];
}

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

/** D15.7: one transaction for one event; a preview does the same, and takes it back. */
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
    return await whole(async () => {
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

const sentIn = (asked: Action): Values =>
  asked.action === 'set'
    ? { venue: asked.fields.venue?.ids ?? [], organizer: asked.fields.organizer?.ids ?? [] }
    : {};

/** D15.7: does something with one event, or tells what it would do. */
export const change = (asked: Action, at: { id: number; revision?: number }, editor: Editor) =>
  inOne({ id: at.id, editor, preview: asked.preview, values: sentIn(asked) }, async (held) => {
    const { rows, id, now } = held;
    const seen = await revisionOf(TYPE, id);
    if (at.revision !== undefined && at.revision !== seen) throw new Refused({ why: 'changed' });
    const refers = namedIn([...rows, sentIn(asked)]);
    const before = await waiting(refers, now);
    const told = await act(held, asked);
    const after = await current(held);
    const left = new Set((await waiting(refers, new Date())).map(({ documentId }) => documentId));
    const revision = asked.preview ? seen : await revisionOf(TYPE, id);
    const undo = undoing(rows, after, told.inexact ?? []);
    return {
      ...told,
      revision,
      changes: changesBetween(rows, after, new Date()),
      along: before
        .filter(({ documentId }) => !left.has(documentId))
        .map(({ type, rows: [row] }) => ({ type, id: Number(row?.public_id) })),
      ...(undo && { undo: { ...undo, revision } }),
    };
  });

/** D15.8: brings an event back to what it was before an action. */
export const takeBack = (id: number, undo: Undo, editor: Editor) =>
  inOne({ id, editor, preview: false }, async (held) => {
    const { rows } = held;
    await publishingNothingAlong(() => bringBack(held, undo));
    const after = await current(held);
    return { changes: after.length > 0 ? changesBetween(rows, after, new Date()) : [] };
  });
