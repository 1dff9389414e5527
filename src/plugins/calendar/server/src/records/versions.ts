import type { TargetStatus } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import { LINKED_TYPES } from '../database/links';
import { amendRows, documents } from '../database/rows';
import { settings } from '../database/site';
import { differing, ownAttributes, sharedAttributes, writable } from '../saves/languages';
import { followsParts, PARTS, refusedValues, timesOf } from '../saves/prepare';
import { publishingNothingAlong } from '../saves/rights';
import { isRefused } from '../saves/save';
import { type PostType, TIME_FIELDS } from '../settings/record-types';

/** What rules derive from the rest; it is not an editor's to keep. */
const DERIVED = ['public_id', 'search_text', 'utc_start_date', 'utc_end_date', 'trashed_at'];

const pick = (row: Row, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, writable(row[name])]));

/** Spec 2: a venue's combined field follows its parts, also those that are sent, or has words of its own. */
function stateprovinceKept(draft: Row, kept: Values, sent: Values): Values {
  const { stateprovince, ...others } = kept;
  if (followsParts(draft)) return PARTS.some((name) => name in sent) ? others : kept;
  const changes = PARTS.some((name) => name in kept) && !('stateprovince' in sent);
  return changes ? { ...kept, stateprovince: draft.stateprovince } : kept;
}

/**
 * D6.4: what editors have changed and not yet published, apart from what is sent over it. Times that
 * contradict those sent stay the editors' own.
 */
function unfinished(type: PostType, draft: Row, published: Row, sent: Values): Values {
  const own = ownAttributes(type).filter((name) => !DERIVED.includes(name));
  const changed = differing(own, draft, published);
  const unsent = pick(
    draft,
    changed.filter((name) => !(name in sent)),
  );
  const kept = type === 'venue' ? stateprovinceKept(draft, unsent, sent) : unsent;
  const theirs = pick(draft, TIME_FIELDS);
  const together = () => timesOf({ ...theirs, ...sent }, theirs, settings().timezone);
  const contradicted = changed.some((name) => name in theirs) && isRefused(together);
  return contradicted ? { ...kept, ...theirs } : kept;
}

/** One language of a record that is drafted and published. */
export interface Version {
  type: PostType;
  documentId: string;
  locale: string;
}

function rowsIn(record: Row[], { locale }: Version) {
  const rows = record.filter((row) => row.locale === locale);
  return {
    draft: rows.find(({ publishedAt }) => !publishedAt),
    published: rows.find(({ publishedAt }) => publishedAt),
  };
}

/** D15.13: what a moderator has written of the drafts. */
const noteIn = ({ review_note }: Values): Values => (review_note ? { review_note } : {});

/**
 * Puts an editor's edits back into the draft. Shared values that were stored before they were judged (D4.9)
 * would be refused, and a moderator's note is left out of what is saved, so they go into the rows as they
 * were: every draft has them, since they are shared.
 */
async function putBack(version: Version, kept: Values) {
  const { type, ...where } = version;
  const unwritable = { ...refusedValues(type, kept), ...noteIn(kept) };
  const data = Object.fromEntries(Object.entries(kept).filter(([name]) => !(name in unwritable)));
  await documents(version.type).update({ ...where, data });
  if (Object.keys(unwritable).length === 0) return;
  await amendRows(type, { documentId: where.documentId, publishedAt: null }, unwritable);
}

/** D6.4: changes what the public sees, and leaves an editor's unfinished draft a draft. */
async function changePublished(version: Version, draft: Row, published: Row, data: Values) {
  const { type, ...where } = version;
  const edits = unfinished(type, draft, published, data);
  const waits = draft.post_status === 'pending' && Object.keys(edits).length > 0;
  const kept = waits ? { ...edits, post_status: 'pending' } : edits;
  const modified = Object.keys(kept).length > 0;
  if (modified) await documents(version.type).discardDraft(where);
  await documents(version.type).update({ ...where, data });
  await publish(version);
  if (modified) await putBack(version, kept);
}

/**
 * D6.4: where a language is published beside others, the shared values that are public, and those of the
 * drafts that are not; by the language whose draft holds both in turn.
 */
function unfinishedShared({ type, documentId }: Version, record: Row[], sent: Values) {
  const open = record.find(({ publishedAt }) => publishedAt);
  const draft = record.find(({ locale, publishedAt }) => locale === open?.locale && !publishedAt);
  if (!open || !draft) return undefined;
  const own = sharedAttributes(type).filter(
    (name) => ![...DERIVED, 'review_note'].includes(name) && !(name in sent),
  );
  const names = differing(own, draft, open);
  if (names.length === 0) return undefined;
  const version = { type, documentId, locale: open.locale };
  return { version, open: pick(open, names), kept: pick(draft, names) };
}

/** D6.4: publishes a language that was not; shared values that are unfinished in the drafts stay there. */
async function publishFirst(version: Version, record: Row[], data: Values) {
  const { type: _, ...where } = version;
  const shared = unfinishedShared(version, record, data);
  if (shared) await putBack(shared.version, shared.open);
  if (Object.keys(data).length > 0) await documents(version.type).update({ ...where, data });
  await publish(version);
  if (shared) await putBack(shared.version, shared.kept);
}

/** What is stored of a state, besides whether it is published (D6.1). */
export const flagOf = (wanted: TargetStatus) =>
  wanted === 'private' || wanted === 'pending' ? wanted : null;

/** A language that is new: no row of it holds a flag yet, so that one that is wanted must be written. */
const UNFLAGGED = { post_status: null };

export const isPublic = (wanted: TargetStatus) => wanted === 'publish' || wanted === 'private';

export const isOffline = (wanted: TargetStatus) => wanted === 'draft' || wanted === 'pending';

/** Makes what is drafted public. */
export const publish = ({ type, ...where }: Version): Promise<unknown> =>
  documents(type).publish(where);

/** Whether a save changes what would be published along. */
const refersAnew = (data: Values) => LINKED_TYPES.some((type) => data[type] !== undefined);

/** What a write changes: values, and the state that the language is to have. */
export interface Change {
  data: Values;
  wanted: TargetStatus;
}

/**
 * Writes a language of a record, of which these are the rows as they are now, and brings it into the
 * wanted state; the caller's transaction holds it.
 */
export async function writeVersion(version: Version, record: Row[], { data, wanted }: Change) {
  const { type: _, ...where } = version;
  const { draft, published } = rowsIn(record, version);
  if (wanted === 'keep') {
    if (Object.keys(data).length === 0) return;
    if (draft && published) {
      const change = () => changePublished(version, draft, published, data);
      return refersAnew(data) ? change() : publishingNothingAlong(change);
    }
    await documents(version.type).update({ ...where, data });
    return;
  }
  const post_status = flagOf(wanted);
  const stored = draft ?? published ?? UNFLAGGED;
  const isFlagged = [stored, published ?? stored].every((row) => row.post_status === post_status);
  const flagged = isFlagged ? data : { ...data, post_status };
  if (isPublic(wanted)) {
    return draft && published
      ? changePublished(version, draft, published, flagged)
      : publishFirst(version, record, flagged);
  }
  if (Object.keys(flagged).length > 0)
    await documents(version.type).update({ ...where, data: flagged });
  if (published) await documents(version.type).unpublish(where);
}

/** D6.2: in every language. */
export async function trash(version: Version, trashed_at: Date | null): Promise<void> {
  const { type: _, ...where } = version;
  await documents(version.type).update({ ...where, data: { trashed_at } });
}
