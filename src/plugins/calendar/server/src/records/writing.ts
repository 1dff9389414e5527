import { mayPublish, refuseTrashed, requireWritable, statusOfChanged } from '../access/rights';
import { rowToShow, type Viewer, viewerOf } from '../access/viewer';
import type { Row, Status, Values } from '../content-types/rows';
import { rowsOf, rowsOfIds, rowsWritten } from '../database/rows';
import { languageChoice } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import { lockRecord, transaction } from '../database/transaction';
import type { Load } from '../listing/cache';
import type { Reading } from '../listing/read-records';
import type { PostResource } from '../resources/resource';
import { publishingNewAlong } from '../saves/publish-along';
import { publishingAs } from '../saves/rights';
import type { Language } from '../settings/languages';
import { REFERENCE_FIELDS } from '../settings/record-types';
import { change, changeTrashed, compared, fallbackRow, type Target, versionIn } from './languages';
import { attributesOf, authorOf, makePost } from './make-record';
import { recordRows, requireVacant, requireVersion, revisionFor } from './named-record';
import type { Readable, ReadingService } from './reading';
import { type Fetched, fetchFor, lockFetched, resolved } from './references';
import { type LanguageChange, trash, writesText } from './versions';
import {
  type ChangeRequest,
  changedValues,
  fieldValues,
  isEmptyReference,
  type ReadRequest,
  type RemoveRequest,
  type Rows,
  requireFields,
  type ToWrite,
  type WriteRequest,
  type Writing,
  type Written,
  withPictures,
} from './write-request';

/** A viewer and the requested language. */
interface LanguageViewer extends Viewer {
  language: Language;
}

type ReadingViewer = LanguageViewer & Pick<Reading, 'ownOnly'>;

/** The row in the language itself: the published one, otherwise the draft. */
function ownRow(rows: Row[], { language }: LanguageViewer): Row | undefined {
  const own = rows.filter(({ locale }) => locale === language);
  return own.find(({ publishedAt }) => publishedAt) ?? own[0];
}

/** Loads records in any state, for callers who write them. */
function records<Record>({ type }: Pick<PostResource<Record>, 'type'>, load: Load<Record>) {
  const choiceOf = (seen: LanguageViewer) => ({ ...seen, ...languageChoice(seen.language) });

  async function loaded(row: Row | undefined, seen: LanguageViewer): Promise<Record | undefined> {
    const [record] = row ? await load([row.id], choiceOf(seen)) : [];
    return record;
  }

  return {
    /**
     * D4.12: the record as served by GET, or if that is refused, as in answers to writes: the language itself, else
     * its fallback. `known`: its rows, if the caller has locked it.
     */
    shown(id: number, seen: ReadingViewer, known?: Row[]): Promise<Record | undefined> {
      return inSnapshot(async () => {
        const rows = known ?? (await rowsOfIds(type, [id]));
        const row = rowToShow(type, rows, choiceOf(seen)) ?? ownRow(rows, seen);
        return loaded(row ?? fallbackRow(rows, choiceOf(seen).languages), seen);
      });
    },

    /**
     * The record in the language, even if a draft; if that was not just written, as served by GET if this caller may read
     * any of it. Call within the transaction of the write, before others can change the record.
     */
    written(id: number, seen: LanguageViewer, rows: Row[], isWritten: boolean): Promise<Record> {
      return inSnapshot(async () => {
        const [own, open] = [ownRow(rows, seen), rowToShow(type, rows, choiceOf(seen))];
        const row = isWritten ? (own ?? open) : (open ?? own);
        const record = await loaded(row ?? fallbackRow(rows, choiceOf(seen).languages), seen);
        if (!record) throw new Error(`The ${type} ${id} was written but does not exist.`);
        return record;
      });
    },
  };
}

/** The sent fields that are empty in the row and therefore not served: a city, a password. */
const emptyIn = (sent: Values, row: Row | undefined): Values =>
  Object.fromEntries(
    Object.keys(sent)
      .filter((name) => row && name in row && isEmptyReference(row[name as keyof Row]))
      .map((name) => [name, '']),
  );

/** D8.4: locks the record and reads its rows. */
async function lockedRows({ type, documentId }: Pick<Target, 'type' | 'documentId'>) {
  await lockRecord(type, documentId);
  return rowsOf(type, documentId);
}

async function save(target: Target, rows: Row[], { data, wanted }: LanguageChange) {
  if (wanted === 'keep' && Object.keys(data).length === 0) return;
  const state = wanted === 'trash' ? 'keep' : wanted;
  const trashed = Boolean(rows[0]?.trashed_at);
  if (trashed) await changeTrashed(target, rows, { data, wanted: state });
  else await change(target, rows, { data, wanted: state });
  if (wanted === 'trash') await trash(versionIn(target, rows[0]?.locale ?? 'en'), target.now);
}

/** Decision 6: whether the fields need slow preparation, which is done before the record is locked. */
const takesLong = (sent: Values) => ['image', ...REFERENCE_FIELDS].some((field) => field in sent);

/** Runs a write with what it prepares; removes the pictures that it has fetched if it fails. */
const fetching = <Result>(write: (fetched: Fetched) => Promise<Result>) =>
  withPictures((pictures) => write({ references: {}, pictures }));

/** D8.4: runs a write in a transaction. D10.4: the caller's rights decide what is published along. */
const inTransaction = <Result>({ caller }: Writing, work: () => Promise<Result>) =>
  publishingAs(
    (type, rows) => mayPublish(type, rows, caller),
    () => transaction(work),
  );

/** The writing half of a service of posts. */
export function writing<Record extends Readable>(
  resource: PostResource<Record>,
  load: Load<Record>,
  { findOne }: Pick<ReadingService<Record>, 'findOne'>,
) {
  const { type, present, presentSingle = present } = resource;
  const { shown, written } = records(resource, load);

  /** Produces the response of GET for this caller. */
  const served =
    ({ caller }: Writing) =>
    async ({ view, ...request }: ReadRequest) => {
      const now = new Date();
      const record = await findOne({ ...request, ...(await viewerOf(caller, now)) });
      return presentSingle(record, { ...view, now });
    };

  /** The result of a write, at a moment after it: what was just published is not in the future. */
  async function answerOf(id: number, { caller, language }: Writing, isWritten = true) {
    const now = new Date();
    const rows = await rowsWritten(type, id);
    const revision = await revisionFor(type, id, { caller, states: rows });
    const seen = { ...(await viewerOf(caller, now)), language };
    return { id, revision, now, record: await written(id, seen, rows, isWritten) };
  }

  /** D4.12: the sent values that differ from the served ones. `rows`: the record's, if it is locked. */
  async function changesIn(
    { sent, view, caller, language, strict }: ChangeRequest,
    open: Row | undefined,
    rows?: Row[],
  ) {
    const presented = strict ? presentSingle : present; // Without strict, values may be sent back as served.
    const ownOnly = !strict && !resource.references?.some((name) => name in sent);
    const seen = { ...(await viewerOf(caller, view.now)), language, ownOnly };
    const record = await shown(Number(open?.public_id), seen, rows);
    const row = rows?.find(({ id }) => id === record?.row.id) ?? open;
    const { references, coupledInDrafts = [] } = resource;
    const isBeside = open?.publishedAt && !record?.row.publishedAt; // A draft of another language.
    const coupled = [...(resource.coupled ?? []), ...(isBeside ? coupledInDrafts : [])];
    const known = record ? { ...emptyIn(sent, row), ...presented(record, view) } : {};
    return changedValues(sent, compared(type, known, language), { coupled, references, strict });
  }

  /**
   * Validates a change against these rows; `locked`: the rows read under the lock. Throws CalendarError 400, 403
   * or 404.
   */
  async function validate(rows: Row[], request: ChangeRequest, locked?: Row[]) {
    const { caller } = request;
    await requireWritable(resource, rows, caller);
    const open = rows.find(({ publishedAt }) => publishedAt) ?? rows[0]; // What a write changes (D6.4).
    const storedZone = open?.timezone as string | null | undefined;
    const sent = await changesIn(request, open, locked);
    const values = fieldValues(type, sent, { ...request, storedZone });
    const wanted = await statusOfChanged(type, values.status as Status | undefined, caller);
    if (values.author !== undefined) await authorOf(type, values.author as number, caller);
    return { values: attributesOf(values), wanted };
  }

  return {
    /** D9.1: all rows of the record that a path names; throws CalendarError 403, 404 or, of a removal, 410. */
    async toWrite(target: ToWrite, isRemoval: boolean): Promise<Rows> {
      const rows = await recordRows(type, target);
      if (isRemoval) refuseTrashed(type, rows);
      await requireWritable(resource, rows, target.caller);
      return rows as Rows;
    },

    /** Spec 4: creates a record; returns it. Throws CalendarError 400, 403 or, if `vacant` is taken, 412. */
    async create(request: WriteRequest): Promise<Written<Record>> {
      requireFields(type, request.sent);
      const values = fieldValues(type, request.sent, request);
      return fetching(async (fetched) => {
        await fetchFor(values, fetched, request);
        return inTransaction(request, async () => {
          await lockFetched(fetched, request);
          if (request.vacant) await requireVacant(type, request.vacant, values);
          const id = await makePost(type, await resolved(values, fetched, request), request);
          return answerOf(id, request);
        });
      });
    },

    /**
     * Spec 4: changes a record; returns it. `rows`: the record's as found. The change is validated before
     * the slow preparation, and again under the lock. Throws CalendarError 400, 403, 404 or 412.
     */
    async update(rows: Rows, request: ChangeRequest): Promise<Written<Record>> {
      const [{ documentId, public_id: id }] = rows;
      const target: Target = { ...request, type, documentId };
      const preliminary = takesLong(request.sent) ? await validate(rows, request) : undefined;
      return fetching(async (fetched) => {
        await fetchFor(preliminary?.values ?? {}, fetched, request);
        return inTransaction(request, async () => {
          await lockFetched(fetched, request, type === 'event' ? documentId : undefined);
          const current = await lockedRows(target);
          const { values, wanted } = await validate(current, request, current);
          const data = await resolved(values, fetched, request);
          await requireVersion({ type, id }, request.precondition, served(request));
          const saving = () => save(target, current, { data, wanted });
          await publishingNewAlong(current, request.now, saving);
          return answerOf(id, request, wanted !== 'keep' || writesText(type, data));
        });
      });
    },

    /** D6.3: moves the record to the trash; returns it. Throws CalendarError 403, 404, 410 or 412. */
    remove([{ documentId, public_id: id, locale }]: Rows, request: RemoveRequest) {
      return transaction(async () => {
        const current = await lockedRows({ type, documentId });
        refuseTrashed(type, current);
        await requireWritable(resource, current, request.caller);
        await requireVersion({ type, id }, request.precondition, served(request));
        await trash({ type, documentId, locale: current[0]?.locale ?? locale }, request.now);
        return answerOf(id, request);
      });
    },
  };
}
