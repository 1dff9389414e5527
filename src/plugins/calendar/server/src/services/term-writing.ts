import type { ListedTerm } from '../representation/records';
import type { TermResource } from '../resources/resource';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { lockReferences } from '../store/lock';
import { documents } from '../store/siblings';
import { whole } from '../store/whole';
import { splitByLanguage, standIn, textsOf } from './change-languages';
import { changedValues, fieldValues, requireFields } from './field-values';
import { makeTerm } from './make-record';
import { languageChoice } from './settings';
import { type Draft, demandNew, refuseTakenSlug, requireParent } from './term-conflicts';
import { type TermReading, termRows } from './terms';
import { requireVersion, revisionFor } from './version';
import type {
  Asked,
  ChangeRequest,
  RemoveRequest,
  Rows,
  ToWrite,
  WriteRequest,
  Writing,
  Written,
} from './write-request';

type Change = Pick<Draft, 'language' | 'values'>;

/** D7.4: a text makes the language that is missing, out of what stood in for it; the rest does not. */
function versionOf(type: TermType, rows: Rows, { language, values }: Change) {
  const exists = rows.some(({ locale }) => locale === language);
  if (exists) return { locale: language, data: values };
  const model = standIn(rows, languageChoice(language).languages) ?? rows[0];
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
  const { type, represent, representListed } = resource;

  /** D8.4: all of a write or none of it; two writers cannot take one name or slug. */
  const inTurn = <Result>(work: () => Promise<Result>) =>
    whole(async () => {
      await lockReferences(TERM_FIELD[type]);
      return work();
    });

  /** What GET answers. */
  const served = async ({ key, language, view }: Asked) => {
    const now = new Date();
    return represent(await findOne({ key, language, now }), { ...view, now });
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
      return inTurn(async () => {
        await demandNew({ type, language: request.language, values });
        return answerOf(await makeTerm(type, values, request), request);
      });
    },

    /** Spec 4.5: a changed term, as it is when its turn has come. Throws CalendarError 400, 404 or 412. */
    update([{ public_id: id }]: Rows, request: ChangeRequest): Promise<Written<ListedTerm>> {
      const { sent, view, language } = request;
      return inTurn(async () => {
        const rows = await termRows(resource, { id: String(id) });
        const known = representListed(await shown(id, view), view);
        const values = fieldValues(type, changedValues(sent, { ...known }), request);
        await requireVersion({ type, id }, request.precondition, served);
        if (Object.keys(values).length > 0) await save(type, rows, { language, values });
        return answerOf(id, request);
      });
    },

    /** Spec 4.5: gone for good, in every language; gives it as it was. Throws CalendarError 404 or 412. */
    remove([{ public_id: id }]: Rows, request: RemoveRequest): Promise<Written<ListedTerm>> {
      return inTurn(async () => {
        const [{ documentId }] = await termRows(resource, { id: String(id) });
        await requireVersion({ type, id }, request.precondition, served);
        const record = await shown(id, request.view);
        await documents(type).delete({ documentId, locale: '*' });
        return { id, record, now: request.now, isGone: true };
      });
    },
  };
}
