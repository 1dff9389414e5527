import { rowToShow } from '../access/row-to-show';
import { storedState } from '../access/state';
import { viewerOf } from '../access/viewer';
import type { Row, Values } from '../content-types/rows';
import type { PostType } from '../settings/record-types';
import { amendRows, rowsOf } from '../store/siblings';
import { splitByLanguage, standIn, textsOf } from './language-written';
import { languageChoice } from './settings';
import { type Change, trash, type Version, writeVersion } from './versions';
import type { Writing } from './write-request';

/** The record that a write changes, in the language of the write. */
export interface Target extends Writing {
  type: PostType;
  documentId: string;
}

export const versionIn = ({ type, documentId }: Target, locale: string): Version => ({
  type,
  documentId,
  locale,
});

const isPublished = (rows: Row[], locale: string) =>
  rows.some((row) => row.locale === locale && row.publishedAt);

/** D7.4: a language that the record lacks begins as what stood in for it, in the state of that. */
async function addLanguage(target: Target, model: Row | undefined, { data, wanted }: Change) {
  const { type, language, caller, documentId } = target;
  const given = model ? textsOf(type, model) : {};
  const mayTake = !model?.publishedAt || (await caller.may(type, 'publish'));
  const unsaid = model ? (mayTake ? storedState(model) : 'pending') : 'draft';
  const state = wanted === 'keep' ? unsaid : wanted;
  const change = { data: { ...given, ...data }, wanted: state };
  await writeVersion(versionIn(target, language), await rowsOf(type, documentId), change);
}

/** D7.4 and D8.4: shared fields reach what the public sees; localized ones and the state one language. */
export async function change(target: Target, rows: Row[], { data, wanted }: Change) {
  const { type, language, caller, documentId, now } = target;
  const { shared, localized } = splitByLanguage(type, data);
  const choice = languageChoice(language);
  const open = standIn(rows, choice.languages);
  const model = rowToShow(type, rows, { ...choice, ...(await viewerOf(caller, now)) }) ?? open;
  const seenByAll = versionIn(target, open?.locale ?? language);
  const exists = rows.some(({ locale }) => locale === language);
  if (!exists && Object.keys(localized).length > 0) {
    await writeVersion(seenByAll, rows, { data: shared, wanted: 'keep' });
    return addLanguage(target, model, { data: localized, wanted });
  }
  const written = versionIn(target, exists ? language : (model?.locale ?? language));
  if (isPublished(rows, written.locale) || !isPublished(rows, seenByAll.locale)) {
    return writeVersion(written, rows, { data, wanted });
  }
  await writeVersion(seenByAll, rows, { data: shared, wanted: 'keep' });
  const current = await rowsOf(type, documentId);
  return writeVersion(written, current, { data: localized, wanted });
}

/** D6.2: a record that stays in the trash gives up neither its slugs nor the time when it came there. */
async function leaveAsItWas({ type, language, documentId }: Target, rows: Row[], data: Values) {
  await amendRows(type, { documentId }, { trashed_at: rows[0]?.trashed_at });
  for (const { locale, publishedAt, slug } of rows) {
    if (locale === language && data.slug !== undefined) continue;
    const state = publishedAt ? { $notNull: true } : null;
    await amendRows(type, { documentId, locale, publishedAt: state }, { slug });
  }
}

/** D6.3: a sent status takes a record out of the trash; any other change leaves it there. */
export async function changeTrashed(target: Target, rows: Row[], { data, wanted }: Change) {
  const version = versionIn(target, rows[0]?.locale ?? target.language);
  await trash(version, null);
  const restored = await rowsOf(target.type, target.documentId);
  await change(target, restored, { data, wanted });
  if (wanted !== 'keep') return;
  await trash(version, target.now);
  await leaveAsItWas(target, rows, data);
}
