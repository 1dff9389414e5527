import type { Viewer } from '../access/viewer';
import type { Row } from '../content-types/rows';
import { documents, rowsOfId } from '../database/rows';
import { languageChoice } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import { lockReferences, transaction } from '../database/transaction';
import type { Params } from '../kinds/kind';
import type { Values } from '../kinds/read';
import { chooseTerms, type TermChoice } from '../listing/choose';
import { loadListedTerms } from '../listing/load';
import { lookUp } from '../listing/look-up';
import { refuse } from '../messages/errors';
import type { ListedTerm, TermResource } from '../resources/resource';
import type { Language } from '../settings/languages';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import type { LanguageChoice } from '../sql/language';
import { fallbackRow, splitByLanguage, textsOf } from './languages';
import { makeTerm } from './make-record';
import { isRecordId, type Key, requireVersion, revisionFor } from './named-record';
import { type Draft, demandNew, refuseTakenSlug, requireParent } from './term-conflicts';
import {
  type Asked,
  type ChangeRequest,
  changedValues,
  fieldValues,
  type RemoveRequest,
  type Rows,
  requireFields,
  type ToWrite,
  type WriteRequest,
  type Writing,
  type Written,
} from './write-request';

interface Seen {
  language: Language;
  now: Date;
}

export type TermRequest = Omit<TermChoice, 'type' | keyof LanguageChoice> & Seen;

/** Every language of the term that a path names; throws CalendarError 404 where there is none. */
export async function termRows({ type, refusals }: TermResource, key: Key): Promise<Rows> {
  const id = 'id' in key && isRecordId(key.id) ? Number(key.id) : 0;
  const [row, ...others] = id > 0 ? await rowsOfId(type, id) : [];
  if (!row) throw refuse(404, refusals.notFound);
  return [row, ...others];
}

export type TermReading = ReturnType<typeof terms>;

/** The reading half of a service of terms: records out, no HTTP. */
export function terms(resource: TermResource) {
  const { type, filters, refusals } = resource;

  async function loaded(row: Row | undefined, { now }: Seen): Promise<ListedTerm> {
    const [term] = row ? await loadListedTerms(type, [row.id], now) : [];
    if (!term) throw refuse(404, refusals.notFound);
    return term;
  }

  return {
    /** The terms of a page and the number of all. */
    find(request: TermRequest) {
      return inSnapshot(async () => {
        const { ids, total } = await chooseTerms({
          type,
          ...request,
          ...languageChoice(request.language),
        });
        return { records: await loadListedTerms(type, ids, request.now), total };
      });
    },

    /** The list's values with the records that they name looked up; throws CalendarError 400. */
    lookUp(values: Values<Params>, { language, ...viewer }: Seen & Viewer) {
      return lookUp(filters, values, { ...languageChoice(language), ...viewer });
    },

    /** The term; throws CalendarError 404, also when it may not fall back (D7.2). */
    async findOne({ key, ...seen }: Seen & { key: Key }): Promise<ListedTerm> {
      const { languages, fallback } = languageChoice(seen.language);
      const allowed = fallback ? languages : languages.slice(0, 1);
      return inSnapshot(async () =>
        loaded(fallbackRow(await termRows(resource, key), allowed), seen),
      );
    },

    /** In the language, or in the one that stands in for it, for those who write. */
    async shown(id: number, seen: Seen): Promise<ListedTerm> {
      const { languages } = languageChoice(seen.language);
      return inSnapshot(async () => loaded(fallbackRow(await rowsOfId(type, id), languages), seen));
    },
  };
}

type Change = Pick<Draft, 'language' | 'values'>;

/** D7.4: a text makes the language that is missing, out of what stood in for it; the rest does not. */
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

  /** D8.4: all of a write or none of it; two writers cannot take one name or slug. */
  const withTermLock = <Result>(work: () => Promise<Result>) =>
    transaction(async () => {
      await lockReferences(TERM_FIELD[type]);
      return work();
    });

  /** What GET answers. */
  const served = async ({ key, language, view }: Asked) => {
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
    create(request: WriteRequest): Promise<Written<ListedTerm>> {
      requireFields(type, request.sent);
      const values = fieldValues(type, request.sent, request);
      return withTermLock(async () => {
        await demandNew({ type, language: request.language, values });
        return answerOf(await makeTerm(type, values, request), request);
      });
    },

    /** Spec 4.5: a changed term, as it is when its turn has come. Throws CalendarError 400, 404 or 412. */
    update([{ public_id: id }]: Rows, request: ChangeRequest): Promise<Written<ListedTerm>> {
      const { sent, view, language } = request;
      return withTermLock(async () => {
        const rows = await termRows(resource, { id: String(id) });
        const known = presentListed(await shown(id, view), view);
        const values = fieldValues(type, changedValues(sent, { ...known }), request);
        await requireVersion({ type, id }, request.precondition, served);
        if (Object.keys(values).length > 0) await save(type, rows, { language, values });
        return answerOf(id, request);
      });
    },

    /** Spec 4.5: gone for good, in every language; gives it as it was. Throws CalendarError 404 or 412. */
    remove([{ public_id: id }]: Rows, request: RemoveRequest): Promise<Written<ListedTerm>> {
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
