import { type Language, languagesFrom } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import type { Row } from '../store/siblings';
import { splitByLanguage, standIn, textsOf } from './language-written';
import { settings } from './settings';
import { trash, type Version, writeVersion } from './versions';
import type { Wanted } from './wanted-status';
import type { Writing } from './write-request';

type Values = Record<string, unknown>;

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
export async function change(target: Target, rows: Row[], data: Values, wanted: Wanted) {
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
export async function changeTrashed(target: Target, rows: Row[], data: Values, wanted: Wanted) {
  const version = versionIn(target, rows[0]?.locale ?? target.language);
  await trash(version, null);
  await change(target, rows, data, wanted);
  if (wanted === 'keep') await trash(version, target.now);
}
