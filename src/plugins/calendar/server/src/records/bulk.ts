import { isAhead, type Row, type Status, statusOf, type Values } from '../content-types/rows';
import { revisionOf } from '../database/revisions';
import { documents } from '../database/rows';
import type { Action, Undo } from '../resources/bulk';
import { namedIn, unpublishedLinked } from '../saves/publish-along';
import { publishingNothingAlong } from '../saves/rights';
import type { Language } from '../settings/languages';
import { REFERENCE_FIELDS } from '../settings/record-types';
import {
  applyTo,
  changed,
  languagesWithoutRight,
  refuseTrashed,
  setState,
  writeShared,
} from './bulk-actions';
import {
  currentRows,
  draftIn,
  type Editor,
  inEventTransaction,
  isPublished,
  type LockedEvent,
  languagesIn,
  openRowOf,
  publishedIn,
  Refused,
  type ShownChange,
  type State,
  stateIn,
  TYPE,
  withoutHours,
} from './locked-event';
import { hasOnlyDraft, trash } from './versions';

const FIELDS = [...REFERENCE_FIELDS, 'cost', 'event_status', 'start_date', 'end_date'] as const;

/** D15.9: undoes an action by the token it returned; records published along stay published. */
async function applyUndo(locked: LockedEvent, undo: Undo) {
  const { rows, rights, now, documentId, id } = locked;
  if ((await revisionOf(TYPE, id)) !== undo.revision) throw new Refused({ why: 'changed' });
  if (undo.made) {
    rights.requireDelete();
    await documents(TYPE).delete({ documentId, locale: '*' });
    return;
  }
  if (undo.trashed !== undefined) {
    rights.requireTrash(undo.trashed);
    const locale = rows[0]?.locale ?? 'en';
    await trash({ type: TYPE, documentId, locale }, undo.trashed ? now : null);
    return;
  }
  refuseTrashed(locked);
  for (const [locale, state] of Object.entries(undo.states ?? {}) as [Language, State][]) {
    if (!languagesIn(rows).includes(locale)) throw new Refused({ why: 'changed' });
    const lacking = languagesWithoutRight(locked, state, [locale], undo.flagged);
    if (lacking.length > 0) throw new Refused({ why: 'rights', languages: lacking });
    await setState(locked, locale, state);
    if (!undo.flagged?.includes(locale) || !hasOnlyDraft(state)) continue;
    await documents(TYPE).update({ documentId, locale, data: { post_status: 'private' } });
  }
  await revertValues({ ...locked, rows: await currentRows(locked) }, undo);
}

async function revertValues(locked: LockedEvent, undo: Undo) {
  const { date, ...open } = undo.public ?? {};
  const { date: drafted, ...draft } = undo.draft ?? {};
  const fields = [...new Set([...Object.keys(open), ...Object.keys(draft)])];
  if (fields.length > 0) {
    locked.rights.requireChange(fields);
    await writeShared(
      locked,
      () => open,
      () => draft,
    );
  }
  const undated = date === null || drafted === null;
  const { documentId, rights, rows, now } = locked;
  if (!undated || rows.some(isPublished)) return;
  const isScheduled = rows.some(({ date }) => isAhead(date, now));
  if (isScheduled) rights.requireChange(['date']); // Publishing sets no such date.
  const { locale } = openRowOf(rows);
  const lacking = rights.notPublishable(languagesIn(rows), false); // The date was set by publishing.
  if (lacking.length === languagesIn(rows).length) {
    throw new Refused({ why: 'rights', languages: lacking });
  }
  await documents(TYPE).update({ documentId, locale, data: { date: null } });
}

const DATED = [...FIELDS, 'date'];

/** The names of the values that an action has changed in a row. */
const changedNames = (before: Row | undefined, after: Row | undefined, names: readonly string[]) =>
  before && after ? changed(names, before, after) : [];

const valuesOf = (row: Row | undefined, names: readonly string[]) =>
  row ? Object.fromEntries(names.map((name) => [name, row[name] ?? null])) : {};

/** The undo token of a change; undefined if nothing has changed. */
function undoTokenOf(
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
  const open = changedNames(publishedIn(before, locale), publishedIn(after, locale), FIELDS);
  const names = before.some(({ date }) => date) ? FIELDS : DATED;
  const drafted = changedNames(draftIn(before, locale), draftIn(after, locale), names);
  if (states.length + open.length + drafted.length === 0) return undefined;
  const flagged = languagesIn(before).filter(
    (each) => !publishedIn(before, each) && draftIn(before, each)?.post_status === 'private',
  );
  return {
    states: Object.fromEntries(states),
    flagged,
    public: valuesOf(publishedIn(before, locale), open),
    // Includes unchanged values of the draft, which `writeShared` would overwrite on undo.
    draft: valuesOf(draftIn(before, locale), [...new Set([...open, ...drafted])]),
  } as Omit<Undo, 'revision'>;
}

const valueShown = (row: Row, field: string) =>
  field.endsWith('_date') ? withoutHours(row, row[field]) : row[field];

/** The changes shown to people: of the published row if there is one, otherwise of the draft. */
function changesBetween(before: Row[], after: Row[], now: Date): ShownChange[] {
  const { locale } = openRowOf(before);
  const shownRow = (rows: Row[]) => publishedIn(rows, locale) ?? draftIn(rows, locale);
  const pairs = [
    [shownRow(before), shownRow(after)],
    [draftIn(before, locale), draftIn(after, locale)],
  ];
  const fields = FIELDS.flatMap((field) => {
    const [from, to] = pairs.find(([a, b]) => a && b && changed([field], a, b).length > 0) ?? [];
    return from && to ? [{ field, from: valueShown(from, field), to: valueShown(to, field) }] : [];
  });
  const shown = (rows: Row[], each: Language): Status =>
    statusOf((publishedIn(rows, each) ?? draftIn(rows, each)) as Row, now);
  const states = languagesIn(before).flatMap((language) => {
    const [from, to] = [shown(before, language), shown(after, language)];
    return from === to ? [] : [{ field: 'state' as const, language, from, to }];
  });
  return [...states, ...fields];
}

const referencesSet = (action: Action): Values =>
  action.action === 'set'
    ? { venue: action.fields.venue?.ids ?? [], organizer: action.fields.organizer?.ids ?? [] }
    : {};

/** D15.8: applies an action to one event, or previews it. */
export const applyAction = (
  action: Action,
  at: { id: number; revision?: number },
  editor: Editor,
) =>
  inEventTransaction(
    { id: at.id, editor, preview: action.preview, values: referencesSet(action) },
    async (locked) => {
      const { rows, id, now } = locked;
      const seen = await revisionOf(TYPE, id);
      if (at.revision !== undefined && at.revision !== seen) throw new Refused({ why: 'changed' });
      const refers = namedIn([...rows, referencesSet(action)]);
      const before = await unpublishedLinked(refers, now);
      const outcome = await applyTo(locked, action);
      const after = await currentRows(locked);
      const left = new Set(
        (await unpublishedLinked(refers, new Date())).map(({ documentId }) => documentId),
      );
      const revision = action.preview ? seen : await revisionOf(TYPE, id);
      const undo = undoTokenOf(rows, after, outcome.inexact ?? []);
      return {
        ...outcome,
        revision,
        changes: changesBetween(rows, after, new Date()),
        along: before
          .filter(({ documentId }) => !left.has(documentId))
          .map(({ type, rows: [row] }) => ({ type, id: Number(row?.public_id) })),
        ...(undo && { undo: { ...undo, revision } }),
      };
    },
  );

/** D15.9: undoes an action on one event. */
export const undoAction = (id: number, undo: Undo, editor: Editor) =>
  inEventTransaction({ id, editor, preview: false }, async (locked) => {
    await publishingNothingAlong(() => applyUndo(locked, undo));
    const after = await currentRows(locked);
    if (after.length === 0) return { changes: [] };
    const revision = await revisionOf(TYPE, id); // Needed to undo an older action next.
    return { revision, changes: changesBetween(locked.rows, after, new Date()) };
  });
