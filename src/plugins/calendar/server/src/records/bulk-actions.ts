import { isDeepStrictEqual } from 'node:util';
import type { Row, Values } from '../content-types/rows';
import { documents } from '../database/rows';
import { type Action, addDays } from '../resources/bulk';
import { differing, ownAttributes } from '../saves/languages';
import type { Language } from '../settings/languages';
import { REFERENCE_FIELDS } from '../settings/record-types';
import {
  currentRows,
  draftIn,
  isPublished,
  type LockedEvent,
  languagesIn,
  type Outcome,
  openRowOf,
  publishedIn,
  Refused,
  type State,
  stateIn,
  TYPE,
} from './locked-event';
import { hasOnlyDraft, trash, writeVersion } from './versions';

/** A value for comparison: empty texts and lists equal null. */
const plain = (value: unknown) =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null);

/** The values that differ from the row's. */
const news = (values: Values, row: Row): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isDeepStrictEqual(plain(value), plain(row[name])),
    ),
  );

/** The named fields in which two states of a row differ. */
export const changed = (names: readonly string[], before: Row, after: Row) =>
  Object.keys(news(Object.fromEntries(names.map((name) => [name, after[name]])), before));

/**
 * D6.4, D15.9: writes shared fields to the published version and to its draft, each computed from its own values;
 * other unpublished edits stay in the draft.
 */
export async function writeShared(locked: LockedEvent, open: (row: Row) => Values, draft = open) {
  const { documentId, rows, editor } = locked;
  const row = openRowOf(rows);
  const version = { type: TYPE, documentId, locale: row.locale } as const;
  const by = { updatedBy: editor.id };
  const data = news(isPublished(row) ? open(row) : draft(row), row);
  const unfinished = draftIn(rows, row.locale);
  const own = isPublished(row) && unfinished ? draft(unfinished) : {};
  if (Object.keys(data).length > 0) {
    await writeVersion(version, rows, { data: { ...data, ...by }, wanted: 'keep' });
  }
  const left = draftIn(await currentRows(locked), row.locale);
  const edits = left ? news(own, left) : {};
  if (Object.keys(edits).length === 0) return;
  await documents(TYPE).update({ documentId, locale: row.locale, data: { ...edits, ...by } });
}

/** D15.9: changes the state of a language; unpublished edits stay in the drafts (D6.4). */
export async function setState(locked: LockedEvent, locale: Language, wanted: State) {
  const version = { type: TYPE, documentId: locked.documentId, locale } as const;
  await writeVersion(version, await currentRows(locked), { data: {}, wanted });
}

/** Throws Refused if the event is in the trash. */
export const refuseTrashed = ({ rows }: LockedEvent) => {
  if (rows[0]?.trashed_at) throw new Refused({ why: 'trash' });
};

/** The ids that a field of references holds. */
export const idsIn = (value: unknown) => (Array.isArray(value) ? (value as number[]) : []);

/** The new ids of a field: replaced, added to, or removed from the previous ones. */
function listed(before: unknown, { how, ids: given }: { how: string; ids: number[] }): number[] {
  if (how === 'replace') return given;
  const others = idsIn(before).filter((id) => !given.includes(id));
  return how === 'add'
    ? [...idsIn(before), ...given.filter((id) => !idsIn(before).includes(id))]
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
      .map((name) => [name, addDays(row[name] as string, days)]),
  );

/**
 * The languages in which the editor may not set the state. Setting or ending *private* is a change of that field, also
 * where it is a draft's mark, with which it would be published. `marking`: the languages whose drafts get it.
 */
export function languagesWithoutRight(
  { rows, rights }: LockedEvent,
  state: State,
  languages: Language[],
  marking: Language[] = [],
): Language[] {
  const isPrivate = (each: Language) =>
    rows.some(({ locale, post_status }) => locale === each && post_status === 'private');
  const isMarking = (each: Language) =>
    state === 'private' || state === 'pending' || marking.includes(each) || isPrivate(each);
  const drafts = languages.filter((each) => hasOnlyDraft(state) && !publishedIn(rows, each));
  const others = languages.filter((each) => !drafts.includes(each));
  const unmarked = others.filter((each) => !isMarking(each));
  return [
    ...rights.notChangeable(drafts),
    ...rights.notPublishable(others.filter(isMarking), true),
    ...rights.notPublishable(unmarked, false),
  ];
}

/** Sets the state of the permitted languages; returns the skipped ones. */
async function changeStates(locked: LockedEvent, state: State, language: Language | undefined) {
  const { rows } = locked;
  const wanting = languagesIn(rows).filter(
    (each) => (!language || each === language) && stateIn(rows, each) !== state,
  );
  const skipped = languagesWithoutRight(locked, state, wanting);
  const done = wanting.filter((each) => !skipped.includes(each));
  if (done.length === 0 && skipped.length > 0) {
    throw new Refused({ why: 'rights', languages: skipped });
  }
  const inexact = hasOnlyDraft(state)
    ? done.filter((each) => {
        const [draft, open] = [draftIn(rows, each), publishedIn(rows, each)];
        return draft && open && differing(ownAttributes(TYPE), draft, open).length > 0;
      })
    : [];
  for (const each of done) await setState(locked, each, state);
  return { skipped, inexact };
}

/** Applies an action to one event. Returns the parts of the outcome that a comparison of rows does not show. */
export async function applyTo(locked: LockedEvent, action: Action): Promise<Partial<Outcome>> {
  const { rows, rights, now, documentId } = locked;
  if (action.action === 'trash' || action.action === 'restore') {
    const enters = action.action === 'trash';
    if (Boolean(rows[0]?.trashed_at) === enters) return {};
    rights.requireTrash(enters);
    const locale = rows[0]?.locale ?? 'en';
    await trash({ type: TYPE, documentId, locale }, enters ? now : null);
    return {};
  }
  refuseTrashed(locked);
  if (action.action === 'state') return changeStates(locked, action.state, action.language);
  if (action.action === 'set') {
    rights.requireChange(Object.keys(action.fields));
    await writeShared(locked, asSet(action.fields));
    return {};
  }
  rights.requireChange(['start_date', 'end_date']);
  if (!rows.some((row) => row.start_date || row.end_date)) throw new Refused({ why: 'undated' });
  await writeShared(locked, asShifted(action.days));
  return {};
}
