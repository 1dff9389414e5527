import { languagesFrom } from '../settings/languages';
import { TERM_FIELD, type TermType, uidOf } from '../settings/record-types';
import type { Row } from '../store/siblings';
import { fieldValues, requireFields } from './field-values';
import { splitByLanguage, standIn, textsOf } from './language-written';
import { makeTerm } from './make-record';
import { queue } from './resolve-references';
import { settings } from './settings';
import { demandNew, refuseTakenSlug, requireParent } from './term-conflicts';
import type { Demand, WriteRequest } from './write-request';

interface Documents {
  update(asked: object): Promise<unknown>;
  delete(asked: object): Promise<unknown>;
}

const documents = (type: TermType) => strapi.documents(uidOf(type)) as unknown as Documents;

/** D8.4: all of a write or none of it; two writers cannot take one name or slug. */
const inTurn = <Result>(type: TermType, work: () => Promise<Result>) =>
  strapi.db.transaction(async () => {
    await queue(TERM_FIELD[type]);
    return work();
  }) as Promise<Result>;

/** Spec 4.5: a new term; gives its public id. Throws CalendarError 400. */
export function createTerm(type: TermType, request: WriteRequest): Promise<number> {
  requireFields(type, request.sent);
  const values = fieldValues(type, request.sent, request);
  const draft = { type, language: request.language, values };
  return inTurn(type, async () => {
    await demandNew(draft);
    return makeTerm(type, values, request);
  });
}

/** Spec 4.5: a changed term. `rows` are its languages; throws CalendarError 400. */
export async function updateTerm(
  type: TermType,
  rows: Row[],
  request: WriteRequest,
): Promise<void> {
  const [row] = rows;
  const values = fieldValues(type, request.sent, request);
  if (!row) return;
  const draft = { type, id: row.public_id as number, language: request.language, values };
  await inTurn(type, async () => {
    await request.demand?.();
    if (Object.keys(values).length === 0) return;
    await requireParent(draft);
    await refuseTakenSlug(draft);
    const written = versionOf(type, rows, { ...request, values });
    await documents(type).update({ documentId: row.documentId, ...written });
  });
}

interface Change extends WriteRequest {
  values: Record<string, unknown>;
}

/** D7.4: a text makes the language that is missing, out of what stood in for it; the rest does not. */
function versionOf(type: TermType, rows: Row[], { language, values }: Change) {
  const exists = rows.some(({ locale }) => locale === language);
  if (exists) return { locale: language, data: values };
  const model = standIn(rows, languagesFrom(language, settings().defaultLanguage)) as Row;
  const { localized } = splitByLanguage(type, values);
  if (Object.keys(localized).length === 0) return { locale: model.locale, data: values };
  return { locale: language, data: { ...textsOf(type, model), ...values } };
}

/** Spec 4.5: gone for good, in every language. */
export async function deleteTerm(type: TermType, [row]: Row[], demand?: Demand): Promise<void> {
  if (!row) return;
  await inTurn(type, async () => {
    await demand?.();
    await documents(type).delete({ documentId: row.documentId, locale: '*' });
  });
}
