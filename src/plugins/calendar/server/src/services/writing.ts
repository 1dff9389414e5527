import { invalidParams, refuse } from '../errors/refusals';
import type { SentStatus } from '../params/choice-fields';
import type { Reference } from '../params/references-field';
import { type Language, languagesFrom } from '../settings/languages';
import { type PostType, REFERENCES, type ReferenceField } from '../settings/record-types';
import { lock } from '../store/lock';
import { type Row, rowsOf } from '../store/siblings';
import { authorOf } from './author';
import { fieldValues, requireFields } from './field-values';
import { type Picture, pictureOf } from './images';
import { splitByLanguage, standIn, textsOf } from './language-written';
import { attributesOf, makePost } from './make-record';
import { type ReadReference, readReferences } from './nested-records';
import { resolveReferences } from './resolve-references';
import { settings } from './settings';
import { trash, type Version, writeVersion } from './versions';
import { statusOfChanged, type Wanted } from './wanted-status';
import type { Demand, WriteRequest, Writing } from './write-request';

type Values = Record<string, unknown>;

const FIELDS = Object.keys(REFERENCES) as ReferenceField[];

type Read = [ReferenceField, ReadReference[]][];

/** What must be had before the transaction begins: pictures, and the nested records' fields. */
async function fetchOutside(values: Values, writing: Writing, pictures: Picture[]) {
  const references: Read = [];
  for (const field of FIELDS) {
    const sent = values[field] as Reference[] | undefined;
    if (Array.isArray(sent)) {
      references.push([field, await readReferences(field, sent, { writing, pictures })]);
    }
  }
  if (values.image === undefined) return { references, image: {} };
  const picture = await pictureOf(values.image, writing);
  pictures.push(picture);
  return { references, image: { image: picture.fileId } };
}

async function resolveAll(references: Read, writing: Writing): Promise<Values> {
  const ids: Values = {};
  for (const [field, read] of references)
    ids[field] = await resolveReferences(field, read, writing);
  return ids;
}

/**
 * D8.4: all of a write or none of it. What was fetched for it is removed when it fails.
 */
async function write<Result>(
  values: Values,
  writing: Writing,
  save: (data: Values) => Promise<Result>,
): Promise<Result> {
  const pictures: Picture[] = [];
  try {
    const { references, image } = await fetchOutside(values, writing, pictures);
    return (await strapi.db.transaction(async () =>
      save({ ...values, ...image, ...(await resolveAll(references, writing)) }),
    )) as Result;
  } catch (error) {
    for (const picture of pictures) await picture.undo();
    throw error;
  }
}

/** Spec 4: a new record; gives its public id. Throws CalendarError 400 or 403. */
export async function create(type: PostType, request: WriteRequest): Promise<number> {
  requireFields(type, request.sent);
  const values = fieldValues(type, request.sent, request);
  return write(values, request, (data) => makePost(type, data, request));
}

interface Target extends Writing {
  type: PostType;
  documentId: string;
}

const versionIn = ({ type, documentId }: Target, locale: string): Version => ({
  type,
  documentId,
  locale,
});

const isPublished = (rows: Row[], locale: string) =>
  rows.some((row) => row.locale === locale && row.publishedAt);

const preferred = (language: Language) => languagesFrom(language, settings().defaultLanguage);

/** D7.4: a language that the record lacks begins as what stood in for it, in the state of that. */
async function addLanguage(target: Target, rows: Row[], localized: Values, wanted: Wanted) {
  const { type, language, caller } = target;
  const model = standIn(rows, preferred(language));
  const texts = model ? textsOf(type, model) : {};
  const version = versionIn(target, language);
  const unsaid = model?.publishedAt
    ? (await caller.may(type, 'publish'))
      ? publicStateOf(model)
      : 'pending'
    : 'draft';
  await writeVersion(version, { ...texts, ...localized }, wanted === 'keep' ? unsaid : wanted);
}

const publicStateOf = (row: Row): Wanted => (row.post_status === 'private' ? 'private' : 'publish');

/** D7.4 and D8.4: shared fields reach what the public sees; localized ones and the state one language. */
async function change(target: Target, rows: Row[], data: Values, wanted: Wanted) {
  const { type, language } = target;
  const { shared, localized } = splitByLanguage(type, data);
  const shown = standIn(rows, preferred(language))?.locale ?? language;
  const exists = rows.some(({ locale }) => locale === language);
  const addsTexts = Object.keys(localized).length > 0;
  const written = exists || addsTexts ? language : shown;
  if (!exists && addsTexts) {
    await writeVersion(versionIn(target, shown), shared, 'keep');
    return addLanguage(target, rows, localized, wanted);
  }
  if (isPublished(rows, written) || !isPublished(rows, shown)) {
    return writeVersion(versionIn(target, written), data, wanted);
  }
  await writeVersion(versionIn(target, shown), shared, 'keep');
  return writeVersion(versionIn(target, written), localized, wanted);
}

/** D6.3: a sent status takes a record out of the trash; any other change leaves it there. */
async function changeTrashed(target: Target, rows: Row[], data: Values, wanted: Wanted) {
  const version = versionIn(target, rows[0]?.locale ?? target.language);
  await trash(version, null);
  await change(target, rows, data, wanted);
  if (wanted === 'keep') await trash(version, target.now);
}

/** Spec 4: a changed record. `rows` are the record as it was found; throws CalendarError 400 or 403. */
export async function update(type: PostType, rows: Row[], request: WriteRequest): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const storedZone = row.timezone as string | null | undefined;
  const values = fieldValues(type, request.sent, { ...request, storedZone });
  const { caller, now } = request;
  const wanted = await statusOfChanged(type, values.status as SentStatus | undefined, caller);
  if (values.author !== undefined) await authorOf(type, values.author as number, caller);
  refuseOwnParent(values, row);
  const target: Target = { ...request, type, documentId: row.documentId };
  await write(attributesOf(values), request, async (data) => {
    await lockRecord(target);
    await request.demand?.();
    const current = await rowsOf(type, row.documentId);
    const trashed = Boolean(current[0]?.trashed_at);
    const state = wanted === 'trash' ? 'keep' : wanted;
    if (trashed) await changeTrashed(target, current, data, state);
    else await change(target, current, data, state);
    if (wanted === 'trash') await trash(versionIn(target, current[0]?.locale ?? 'en'), now);
  });
}

function refuseOwnParent({ post_parent }: Values, row: Row) {
  if (post_parent && post_parent === row.public_id) {
    throw invalidParams({
      post_parent: { text: 'unknown_reference', values: { item: String(post_parent) } },
    });
  }
}

const lockRecord = ({ type, documentId }: Pick<Target, 'type' | 'documentId'>) =>
  strapi.db.transaction(({ trx }) => lock(`${type}:${documentId}`, trx));

const IN_TRASH = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const;

/** D6.3: the record goes into the trash; throws 410 when it is there already. */
export function refuseTrashed(type: PostType, rows: Row[]): void {
  if (rows.some(({ trashed_at }) => trashed_at)) throw refuse(410, IN_TRASH[type]);
}

export async function remove(
  type: PostType,
  [row]: Row[],
  { now, demand }: { now: Date; demand?: Demand },
): Promise<void> {
  if (!row) return;
  const version = { type, documentId: row.documentId, locale: row.locale };
  await strapi.db.transaction(async () => {
    await lockRecord(version);
    await demand?.();
    await trash(version, now);
  });
}
