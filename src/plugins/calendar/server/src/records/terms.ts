import type { Row, Values as Sent } from '../content-types/rows';
import { termsNamed } from '../database/find';
import { slugOwner } from '../database/identity';
import { termIds } from '../database/links';
import { documents, rowsOfId } from '../database/rows';
import { languageChoice } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import { lockReferences, transaction } from '../database/transaction';
import { cleanSlug } from '../kinds/text/normalize';
import { cachedRecords } from '../listing/cache';
import { chooseTerms } from '../listing/choose';
import { loadListedTerms } from '../listing/load';
import { invalidParams, refuse, takenSlug, termExists } from '../messages/errors';
import type { TermResource, TranslatedTerm } from '../resources/resource';
import type { Sorting } from '../resources/term';
import type { Language } from '../settings/languages';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { compared, fallbackRow, splitByLanguage, textsOf } from './languages';
import { makeTerm } from './make-record';
import { isRecordId, type Key, requireVersion, revisionFor } from './named-record';
import type { ListRequest } from './reading';
import {
  type ChangeRequest,
  changedValues,
  fieldValues,
  type ReadRequest,
  type RemoveRequest,
  type Rows,
  requireFields,
  type ToWrite,
  type WriteRequest,
  type Writing,
  type Written,
} from './write-request';

/** A term to be written in a language; a new one has no id. */
export interface Draft {
  type: TermType;
  id?: number;
  language: Language;
  values: Sent;
}

/** D9.3: throws CalendarError 400 if the parent does not exist. */
async function requireParent({ values: { parent } }: Draft): Promise<void> {
  if (typeof parent !== 'number') return;
  const { category } = await termIds({ category: [parent], tag: [] });
  if (category.has(parent)) return;
  throw invalidParams({ parent: { text: 'unknown_reference', values: { item: parent } } });
}

const sentSlug = ({ values: { slug } }: Draft) => (typeof slug === 'string' ? cleanSlug(slug) : '');

/** The id of another term that has the slug in this language. */
async function ownerOf(draft: Draft): Promise<number | undefined> {
  const slug = sentSlug(draft);
  if (slug === '') return undefined;
  const owner = await slugOwner(draft.type, slug, draft.language);
  return owner === draft.id ? undefined : owner;
}

/** D4.6: throws CalendarError 400 when the slug that a change sends belongs to another term. */
async function refuseTakenSlug(draft: Draft): Promise<void> {
  if ((await ownerOf(draft)) === undefined) return;
  throw takenSlug(sentSlug(draft));
}

/** Throws CalendarError 400 if a sibling has the same name (all tags are siblings), unless another slug is sent. */
async function refuseTakenName(draft: Draft): Promise<void> {
  const { type, values } = draft;
  const alike = await termsNamed(type, String(values.name));
  const [twin] = alike.filter(({ parent }) => (parent ?? 0) === (values.parent ?? 0));
  const unused = sentSlug(draft) !== '' && (await ownerOf(draft)) === undefined;
  if (!twin || unused) return;
  throw termExists(twin.public_id);
}

/** Spec 4.5, D9.3: throws CalendarError 400 if the term cannot be created, nested or not. */
export async function requireNew(draft: Draft): Promise<void> {
  await requireParent(draft);
  await refuseTakenName(draft);
}

interface TermContext {
  language: Language;
  now: Date;
}

/** All rows of the term that a path names. Throws CalendarError 404. */
async function termRows({ type, refusals }: TermResource, key: Key): Promise<Rows> {
  const id = 'id' in key && isRecordId(key.id) ? Number(key.id) : 0;
  const [row, ...others] = id > 0 ? await rowsOfId(type, id) : [];
  if (!row) throw refuse(404, refusals.notFound);
  return [row, ...others];
}

export type TermReading = ReturnType<typeof terms>;

/** The reading half of a service of terms. */
export function terms(resource: TermResource) {
  const { type, refusals } = resource;
  const keeping = cachedRecords<TranslatedTerm>(type, (ids, { now }) =>
    loadListedTerms(type, ids, now),
  );
  const load = (ids: number[], { now }: Pick<TermContext, 'now'>) =>
    keeping(ids, { now, languages: [] });

  async function loaded(row: Row | undefined, seen: TermContext): Promise<TranslatedTerm> {
    const [term] = row ? await load([row.id], seen) : [];
    if (!term) throw refuse(404, refusals.notFound);
    return term;
  }

  return {
    async find({ language, conditions, ...request }: ListRequest<Sorting[]>) {
      const choice = { type, conditions: conditions(), ...request, ...languageChoice(language) };
      const { ids, total } = await chooseTerms(choice);
      return { records: await load(ids, request), total };
    },

    /** The term. Throws CalendarError 404, also if its language is missing and there is no fallback (D7.2). */
    async findOne({ key, ...seen }: TermContext & { key: Key }): Promise<TranslatedTerm> {
      const { languages, fallback } = languageChoice(seen.language);
      const allowed = fallback ? languages : languages.slice(0, 1);
      return inSnapshot(async () =>
        loaded(fallbackRow(await termRows(resource, key), allowed), seen),
      );
    },

    /** The term in the language or its fallback, for answers to writes. */
    async shown(id: number, seen: TermContext): Promise<TranslatedTerm> {
      const { languages } = languageChoice(seen.language);
      return inSnapshot(async () => loaded(fallbackRow(await rowsOfId(type, id), languages), seen));
    },
  };
}

type Change = Pick<Draft, 'language' | 'values'>;

/** D7.4: the version to write. Localized values add a missing language, based on the fallback; shared ones do not. */
function versionOf(type: TermType, rows: Rows, { language, values }: Change) {
  const exists = rows.some(({ locale }) => locale === language);
  if (exists) return { locale: language, data: values };
  const model = fallbackRow(rows, languageChoice(language).languages) ?? rows[0];
  const { localized } = splitByLanguage(type, values);
  if (Object.keys(localized).length === 0) return { locale: model.locale, data: values };
  return { locale: language, data: { ...textsOf(type, model), ...values } };
}

async function save(type: TermType, rows: Rows, { language, values }: Change) {
  const [{ documentId, public_id: id }] = rows;
  const draft = { type, id, language, values };
  await requireParent(draft);
  await refuseTakenSlug(draft);
  await documents(type).update({ documentId, ...versionOf(type, rows, { language, values }) });
}

/** The writing half of a service of terms. */
export function termWriting(resource: TermResource, { findOne, shown }: TermReading) {
  const { type, present, presentListed } = resource;

  /** D8.4: runs a write in a transaction that locks the type, so that no name or slug is taken twice. */
  const withTermLock = <Result>(work: () => Promise<Result>) =>
    transaction(async () => {
      await lockReferences(TERM_FIELD[type]);
      return work();
    });

  /** Produces the response of GET. */
  const served = async ({ key, language, view }: ReadRequest) => {
    const now = new Date();
    return present(await findOne({ key, language, now }), { ...view, now });
  };

  async function answerOf(id: number, { caller, language, now }: Writing) {
    const revision = await revisionFor(type, id, { caller });
    return { id, revision, now, record: await shown(id, { language, now }) };
  }

  return {
    /** Every language of the term that a path names; throws CalendarError 404. */
    toWrite: ({ key }: ToWrite): Promise<Rows> => termRows(resource, key),

    /** Spec 4.5: a new term. Throws CalendarError 400. */
    create(request: WriteRequest): Promise<Written<TranslatedTerm>> {
      requireFields(type, request.sent);
      const values = fieldValues(type, request.sent, request);
      return withTermLock(async () => {
        await requireNew({ type, language: request.language, values });
        return answerOf(await makeTerm(type, values, request), request);
      });
    },

    /** Spec 4.5: changes a term, read again under the lock. Throws CalendarError 400, 404 or 412. */
    update([{ public_id: id }]: Rows, request: ChangeRequest): Promise<Written<TranslatedTerm>> {
      const { sent, view, language, strict } = request;
      const presented = strict ? present : presentListed; // Without strict, values may be sent back as served.
      return withTermLock(async () => {
        const rows = await termRows(resource, { id: String(id) });
        const known = compared(type, { ...presented(await shown(id, view), view) }, language);
        const values = fieldValues(type, changedValues(sent, known, { strict }), request);
        await requireVersion({ type, id }, request.precondition, served);
        if (Object.keys(values).length > 0) await save(type, rows, { language, values });
        return answerOf(id, request);
      });
    },

    /** Spec 4.5: deletes a term in every language; returns it as it was. Throws CalendarError 404 or 412. */
    remove([{ public_id: id }]: Rows, request: RemoveRequest): Promise<Written<TranslatedTerm>> {
      return withTermLock(async () => {
        const [{ documentId }] = await termRows(resource, { id: String(id) });
        await requireVersion({ type, id }, request.precondition, served);
        const record = await shown(id, request.view);
        await documents(type).delete({ documentId, locale: '*' });
        return { id, record, now: request.now, isGone: true };
      });
    },
  };
}
