import { errors } from '@strapi/utils';
import type { Row } from '../content-types/rows';
import type { Ability } from '../database/permissions';
import { revisionOf, revisionsOf } from '../database/revisions';
import { amendRows, documents, rowsWithCreators } from '../database/rows';
import { settings } from '../database/site';
import { lockRecord, transaction } from '../database/transaction';
import {
  editorViewer,
  isReadable,
  loadPublished,
  loadSubmissions,
  loadWriters,
  type SubmittedRow,
} from '../listing/load-agenda';
import { lockAlong } from '../saves/publish-along';
import { currentChecker } from '../saves/rights';
import { type Language, languagesFrom } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { byPublicId, namesOf } from './agenda';
import { changesOf, idsIn, type SubmittedChange, TARGETS } from './submission-changes';

/** A pending draft compared with the public version. */
export interface Submission {
  id: number;
  documentId: string;
  language: Language;
  title: string;
  /** The name of its writer; null if a program sent it. */
  by: string | null;
  since: string;
  /** The note from the last time it was sent back. */
  note: string;
  /** D8.4: the revision under review, to which a review applies. */
  revision: number;
  /** The language of the public version compared with; null if nothing is public. */
  beside: Language | null;
  changes: SubmittedChange[];
  /** Whether the user may review it. */
  mayReview: boolean;
}

export interface Submissions {
  results: Submission[];
  total: number;
  page: number;
}

const editorsName = ({ createdBy }: SubmittedRow) =>
  [createdBy?.firstname, createdBy?.lastname].filter(Boolean).join(' ') || null;

/** The names of referenced records, by field and id. */
async function namesIn(rows: Row[], context: Parameters<typeof namesOf>[2]) {
  const names = new Map<string, string>();
  for (const [field, type] of Object.entries(TARGETS)) {
    const ids = [...new Set(rows.flatMap((row) => idsIn(row[field])))];
    for (const [id, { name }] of await namesOf(type as RecordType, ids, context)) {
      names.set(`${field} ${id}`, name);
    }
  }
  return (field: string, id: number) => names.get(`${field} ${id}`) ?? `#${id}`;
}

/** The published row in the draft's language, else in the best one. */
const publishedCounterpart = (published: Row[], draft: Row, languages: Language[]) =>
  [draft.locale, ...languages]
    .map((language) => published.find(({ locale }) => locale === language))
    .find(Boolean);

/** D15.13: a page of the pending drafts that the user may read, the longest waiting first. */
export async function submissions(
  { page, language }: { page: number; language: Language },
  ability: Ability,
  now: Date,
): Promise<Submissions> {
  const viewer = await editorViewer('event', ability);
  const { total, drafts } = await loadSubmissions(viewer, page);
  const ids = [...new Set(drafts.map(({ public_id }) => public_id))];
  const published = await loadPublished(ids);
  const beside = byPublicId(published);
  const languages = languagesFrom(language, settings().defaultLanguage);
  const nameOf = await namesIn([...drafts, ...published], { now, languages, ability });
  const writers = await loadWriters(drafts);
  const revision = await revisionsOf({ event: ids });
  const checker = currentChecker('event');
  const results = drafts.map((draft) => {
    const own = publishedCounterpart(beside.get(draft.public_id) ?? [], draft, languages);
    return {
      id: draft.public_id,
      documentId: draft.documentId,
      language: draft.locale,
      title: viewer.reads('title') ? String(draft.title ?? '') : '',
      by: writers.get(draft.author ?? 0) ?? editorsName(draft),
      since: new Date(draft.updatedAt).toISOString(),
      note: viewer.reads('review_note') ? String(draft.review_note ?? '') : '',
      revision: revision('event', draft.public_id),
      beside: own?.locale ?? null,
      changes: changesOf(draft, { published: own, nameOf, reads: viewer.reads }),
      mayReview: checker ? !checker.cannot.publish(draft) : true,
    };
  });
  return { results, total, page };
}

/** The draft and the revision that is reviewed. */
export interface ReviewedDraft {
  documentId: string;
  language: Language;
  revision: number;
}

/** Thrown when the draft was changed, reviewed or removed in the meantime. */
export class Outdated extends Error {}

/** Runs work on a draft that is still pending in the reviewed revision. Requires the right to publish it. */
function reviewing(
  { documentId, language, revision }: ReviewedDraft,
  ability: Ability,
  work: (draft: Row) => Promise<unknown>,
) {
  return transaction(async () => {
    const viewer = await editorViewer('event', ability);
    if (!(await isReadable(viewer, documentId, language))) throw new errors.NotFoundError();
    await lockAlong({ venue: [], organizer: [], event: documentId }, new Date());
    await lockRecord('event', documentId);
    const rows = await rowsWithCreators('event', documentId);
    const draft = rows.find((row) => row.locale === language && !row.publishedAt);
    if (!draft) throw new errors.NotFoundError();
    if (currentChecker('event')?.cannot.publish(draft)) throw new errors.ForbiddenError();
    const unchanged = (await revisionOf('event', draft.public_id)) === revision;
    if (!unchanged || draft.post_status !== 'pending' || draft.trashed_at) throw new Outdated();
    await work(draft);
  });
}

/** D15.13: publishes the draft like the admin's Publish, with unpublished venues and organizers (D6.7). */
export const approve = (draft: ReviewedDraft, ability: Ability) =>
  reviewing(draft, ability, async ({ documentId, locale }) => {
    await documents('event').publish({ documentId, locale });
  });

/** D15.13: returns the draft to its author with a note. */
export const sendBack = (draft: ReviewedDraft, note: string, ability: Ability) =>
  reviewing(draft, ability, async ({ documentId, locale }) => {
    await amendRows('event', { documentId, publishedAt: null }, { review_note: note });
    await documents('event').update({
      documentId,
      locale,
      data: { post_status: null },
    });
  });
