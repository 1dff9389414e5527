import type { Row } from '../content-types/rows';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { documents } from '../store/documents';
import { lockReferences } from '../store/lock';
import { whole } from '../store/whole';
import { fieldValues, requireFields } from './field-values';
import { splitByLanguage, standIn, textsOf } from './language-written';
import { makeTerm } from './make-record';
import { languageChoice } from './settings';
import { type Draft, demandNew, refuseTakenSlug, requireParent } from './term-conflicts';
import { termRows, type WrittenTerm } from './terms';
import type { Answering, ChangeRequest, Demand, WriteRequest } from './write-request';

/** D8.4: all of a write or none of it; two writers cannot take one name or slug. */
const inTurn = <Result>(type: TermType, work: () => Promise<Result>) =>
  whole(async () => {
    await lockReferences(TERM_FIELD[type]);
    return work();
  });

/** Spec 4.5: a new term; gives its answer. Throws CalendarError 400. */
export function createTerm<Answer>(type: TermType, request: WriteRequest<Answer>): Promise<Answer> {
  requireFields(type, request.sent);
  const values = fieldValues(type, request.sent, request);
  const draft = { type, language: request.language, values };
  return inTurn(type, async () => {
    await demandNew(draft);
    return request.answer(await makeTerm(type, values, request));
  });
}

/** Spec 4.5: a changed term, as it is when its turn has come; gives its answer. Throws CalendarError 400, 404 or 412. */
export function updateTerm<Answer>(
  resource: WrittenTerm,
  id: string,
  request: ChangeRequest<Answer>,
): Promise<Answer> {
  const { type } = resource;
  return inTurn(type, async () => {
    const rows = await termRows(resource, id);
    const values = fieldValues(type, await request.changes(), request);
    await request.demand?.();
    if (Object.keys(values).length > 0) await save(type, rows, { ...request, values });
    return request.answer(Number(id));
  });
}

async function save(type: TermType, rows: Rows, { language, values }: Change) {
  const [row] = rows;
  const draft = { type, id: row.public_id, language, values };
  await requireParent(draft);
  await refuseTakenSlug(draft);
  const written = versionOf(type, rows, { language, values });
  await documents(type).update({ documentId: row.documentId, ...written });
}

type Rows = [Row, ...Row[]];

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

/** Spec 4.5: gone for good, in every language; gives its answer. Throws CalendarError 404 or 412. */
export function deleteTerm<Answer>(
  resource: WrittenTerm,
  id: string,
  { demand, answer }: Answering<Answer> & { demand?: Demand },
): Promise<Answer> {
  const { type } = resource;
  return inTurn(type, async () => {
    const [row] = await termRows(resource, id);
    await demand?.();
    const before = await answer(Number(id));
    await documents(type).delete({ documentId: row.documentId, locale: '*' });
    return before;
  });
}
