import type { TargetStatus } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import { type Ability, type Checker, checkerOf } from '../database/permissions';
import { amendRows, documents, rowsOf, rowsOfIds, rowsWithCreators } from '../database/rows';
import { settings } from '../database/site';
import { lockRecord, transaction } from '../database/transaction';
import { storageFault } from '../messages/errors';
import { differing, ownAttributes, sharedAttributes, writable } from '../saves/languages';
import { followsParts, PARTS, refusedValues, timesOf } from '../saves/prepare';
import { publishingNothingAlong } from '../saves/rights';
import { isRefused } from '../saves/save';
import { LINKED_TYPES, type PostType, TIME_FIELDS } from '../settings/record-types';

/** Derived attributes, which are not part of an editor's edits. */
const DERIVED = ['public_id', 'search_text', 'utc_start_date', 'utc_end_date', 'trashed_at'];

const writableValues = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, writable(row[name])]));

/** Spec 2: leaves out a kept `stateprovince` that will be derived from its parts, some of which may be sent. */
function stateprovinceKept(draft: Row, kept: Values, sent: Values): Values {
  const { stateprovince, ...others } = kept;
  if (followsParts(draft)) return PARTS.some((name) => name in sent) ? others : kept;
  const changes = PARTS.some((name) => name in kept) && !('stateprovince' in sent);
  return changes ? { ...kept, stateprovince: draft.stateprovince } : kept;
}

/**
 * D6.4: the unpublished edits in a draft, except those overwritten by sent values. If times would contradict the sent
 * ones, all of the draft's times are kept.
 */
function unfinished(type: PostType, draft: Row, published: Row, sent: Values): Values {
  const own = ownAttributes(type).filter((name) => !DERIVED.includes(name));
  const changed = differing(own, draft, published);
  const unsent = writableValues(
    draft,
    changed.filter((name) => !(name in sent)),
  );
  const kept = type === 'venue' ? stateprovinceKept(draft, unsent, sent) : unsent;
  const draftTimes = writableValues(draft, TIME_FIELDS);
  const { timezone } = settings();
  const together = () => {
    const stored = timesOf(sent, published, timezone); // D5.2: a time that the clocks skip has moved.
    const names = Object.keys(sent).filter((name) => name in stored);
    return timesOf(
      { ...draftTimes, ...sent, ...writableValues(stored, names) },
      draftTimes,
      timezone,
    );
  };
  const contradicted = changed.some((name) => name in draftTimes) && isRefused(together);
  return contradicted ? { ...kept, ...draftTimes } : kept;
}

/** A language of a record. */
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

/** Values that a save may refuse (an author who has been deleted since) or ignores (the reviewer's note, D15.13). */
const asStored = ({ author, review_note }: Values): Values => ({
  ...(author === undefined ? {} : { author }),
  ...(review_note ? { review_note } : {}),
});

/**
 * Restores an editor's edits in the draft. Values that a save would refuse (stored before D4.9) or ignore are written
 * into the rows directly; as shared values, into every draft.
 */
async function putBack(version: Version, kept: Values) {
  const { type, ...where } = version;
  const unwritable = { ...refusedValues(type, kept), ...asStored(kept) };
  const data = Object.fromEntries(Object.entries(kept).filter(([name]) => !(name in unwritable)));
  await documents(type).update({ ...where, data });
  if (Object.keys(unwritable).length === 0) return;
  await amendRows(type, { documentId: where.documentId, publishedAt: null }, unwritable);
}

/** D6.4: changes the published version, and keeps unpublished edits in the draft. */
async function changePublished(version: Version, draft: Row, published: Row, data: Values) {
  const { type, ...where } = version;
  const edits = unfinished(type, draft, published, data);
  const isPending = draft.post_status === 'pending' && Object.keys(edits).length > 0;
  const kept = isPending ? { ...edits, post_status: 'pending' } : edits;
  const modified = Object.keys(kept).length > 0;
  if (modified) await documents(type).discardDraft(where);
  await documents(type).update({ ...where, data });
  await publish(version);
  if (modified) await putBack(version, kept);
}

/**
 * D6.4: when another language is public, its published shared values, and the drafts' unpublished ones, with the
 * language in whose draft they are written one after the other.
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
  return { version, open: writableValues(open, names), kept: writableValues(draft, names) };
}

/** D6.4: publishes a language for the first time; unpublished shared values stay in the drafts. */
async function publishFirst(version: Version, record: Row[], data: Values) {
  const { type, ...where } = version;
  const shared = unfinishedShared(version, record, data);
  if (shared) await putBack(shared.version, shared.open);
  if (Object.keys(data).length > 0) await documents(type).update({ ...where, data });
  await publish(version);
  if (shared) await putBack(shared.version, shared.kept);
}

/** D6.1: the `post_status` stored for a state. */
export const flagOf = (wanted: TargetStatus) =>
  wanted === 'private' || wanted === 'pending' ? wanted : null;

/** The state of a new language before it is written. */
const NO_STATUS = { post_status: null };

/** Whether a language in this state is stored in a published row too; readers see that of `publish` only. */
export const hasPublishedRow = (wanted: TargetStatus) =>
  wanted === 'publish' || wanted === 'private';

/** Whether a language in this state is stored as a draft only. */
export const hasOnlyDraft = (wanted: TargetStatus) => wanted === 'draft' || wanted === 'pending';

/** Publishes the draft. */
export const publish = ({ type, ...where }: Version): Promise<unknown> =>
  documents(type).publish(where);

/** Whether a save changes references that may be published along. */
const changesReferences = (data: Values) => LINKED_TYPES.some((type) => data[type] !== undefined);

/** Whether a save changes the language itself, and not only fields that all languages share. */
export const writesText = (type: PostType, data: Values): boolean =>
  Object.keys(data).some((name) => !sharedAttributes(type).includes(name));

/** The changes of a write: values, and the language's new state. */
export interface LanguageChange {
  data: Values;
  wanted: TargetStatus;
}

/**
 * Writes a language of a record and sets its state. `record`: the record's current rows; the caller's transaction must
 * have locked it.
 */
export async function writeVersion(
  version: Version,
  record: Row[],
  { data, wanted }: LanguageChange,
) {
  const { type, ...where } = version;
  const { draft, published } = rowsIn(record, version);
  if (wanted === 'keep') {
    if (Object.keys(data).length === 0) return;
    if (draft && published) {
      const change = () => changePublished(version, draft, published, data);
      return changesReferences(data) ? change() : publishingNothingAlong(change);
    }
    await documents(type).update({ ...where, data });
    return;
  }
  const post_status = flagOf(wanted);
  const stored = draft ?? published ?? NO_STATUS;
  const isFlagged = [stored, published ?? stored].every((row) => row.post_status === post_status);
  const flagged = isFlagged ? data : { ...data, post_status };
  if (hasPublishedRow(wanted)) {
    return draft && published
      ? changePublished(version, draft, published, flagged)
      : publishFirst(version, record, flagged);
  }
  if (Object.keys(flagged).length > 0) await documents(type).update({ ...where, data: flagged });
  if (published) await documents(type).unpublish(where);
}

/** D6.2: trashes or restores a record in every language. */
export async function trash({ type, ...where }: Version, trashed_at: Date | null): Promise<void> {
  await documents(type).update({ ...where, data: { trashed_at } });
}

/** Why an event was not deleted; `failed` is logged. */
type NotDeleted = 'gone' | 'restored' | 'rights' | 'failed';

/** The result of a deletion; without `kept`, the event was deleted. */
export interface Deletion {
  id: number;
  kept?: NotDeleted;
}

/** Deletes an event in all languages if it is still in the trash, in a transaction of its own. */
async function deleteOne(id: number, { cannot }: Checker): Promise<Deletion> {
  const [found] = await rowsOfIds('event', [id]);
  if (!found) return { id, kept: 'gone' };
  const { documentId } = found;
  await lockRecord('event', documentId);
  const [row] = await rowsOf('event', documentId);
  const rows = await rowsWithCreators('event', documentId);
  if (!row || rows.every((each) => cannot.read(each))) return { id, kept: 'gone' };
  if (!row.trashed_at) return { id, kept: 'restored' };
  if (rows.some((each) => cannot.delete(each))) return { id, kept: 'rights' };
  await documents('event').delete({ documentId, locale: '*' });
  return { id };
}

/**
 * D6.3: deletes trashed events for good, each independently of the others. The content manager's permission-checker
 * must allow it for every language. While the database is unavailable the rest is not tried, because each would wait
 * for a connection. Throws the fault if nothing was deleted before.
 */
export async function deleteForGood(ids: number[], userAbility: Ability): Promise<Deletion[]> {
  const checker = checkerOf(userAbility, 'event');
  const done: Deletion[] = [];
  for (const [at, id] of ids.entries()) {
    try {
      done.push(await transaction(() => deleteOne(id, checker)));
    } catch (error) {
      const isUnavailable = storageFault(error) !== undefined;
      if (isUnavailable && done.every(({ kept }) => kept)) throw error;
      strapi.log.error(error);
      const failed = isUnavailable ? ids.slice(at) : [id];
      done.push(...failed.map((each) => ({ id: each, kept: 'failed' as const })));
      if (isUnavailable) break;
    }
  }
  return done;
}
