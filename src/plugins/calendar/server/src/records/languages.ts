import type { TargetStatus } from '../access/rights';
import { rowToShow, viewerOf } from '../access/viewer';
import { type Row, storedState, type Values } from '../content-types/rows';
import { amendRows, rowsOf } from '../database/rows';
import { languageChoice, settings } from '../database/site';
import { invalidParams } from '../messages/errors';
import { sharedAttributes, writable } from '../saves/languages';
import { followsParts } from '../saves/prepare';
import { publishingNothingAlong } from '../saves/rights';
import { isLocalized, type Language } from '../settings/languages';
import { type PostType, type RecordType, uidOf } from '../settings/record-types';
import { hasOnlyDraft, type LanguageChange, trash, type Version, writeVersion } from './versions';
import type { Writing } from './write-request';

/** Attributes that a new language does not inherit, because they are derived. */
const NOT_INHERITED = ['slug', 'search_text', 'post_status'];

/** D4.8: splits the fields of a save into those shared by all languages and localized ones. */
export function splitByLanguage(type: RecordType, data: Values) {
  const shared = new Set(sharedAttributes(type));
  const entries = Object.entries(data);
  return {
    shared: Object.fromEntries(entries.filter(([name]) => shared.has(name))),
    localized: Object.fromEntries(entries.filter(([name]) => !shared.has(name))),
  };
}

const best = (rows: Row[], languages: Language[]) =>
  languages.map((language) => rows.find(({ locale }) => locale === language)).find(Boolean);

/** D7.2: the row shown for a missing language: the best published one, otherwise the best draft. */
export function fallbackRow(rows: Row[], languages: Language[]): Row | undefined {
  return (
    best(
      rows.filter(({ publishedAt }) => publishedAt),
      languages,
    ) ?? best(rows, languages)
  );
}

/** D7.4: the texts with which a new language begins: those of the row shown for it before. */
export function textsOf(type: RecordType, row: Row): Values {
  const { attributes } = strapi.contentType(uidOf(type));
  const follows = (name: string) => name === 'stateprovince' && followsParts(row);
  const texts = Object.entries(attributes)
    .filter(([name, attribute]) => isLocalized(attribute) && !NOT_INHERITED.includes(name))
    .filter(([name]) => row[name] !== null && !follows(name));
  return Object.fromEntries(texts.map(([name]) => [name, writable(row[name])]));
}

/** D4.12: the served values that sent ones are compared with: without the fallback, no texts of another language. */
export function compared(type: RecordType, served: Values, language: Language): Values {
  if (languageChoice(language).fallback || served.language === language) return served;
  const { attributes } = strapi.contentType(uidOf(type));
  const kept = Object.entries(served).filter(([name]) => !isLocalized(attributes[name] ?? {}));
  return Object.fromEntries(kept);
}

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

/** D7.4: adds a missing language, with texts and state of the row shown for it before. */
async function addLanguage(
  target: Target,
  model: Row | undefined,
  { data, wanted }: LanguageChange,
) {
  const { type, language, caller, documentId } = target;
  const given = model ? textsOf(type, model) : {};
  const mayTake = !model?.publishedAt || (await caller.may(type, 'publish'));
  const inherited = model ? (mayTake ? storedState(model) : 'pending') : 'draft';
  const state = wanted === 'keep' ? inherited : wanted;
  const change = { data: { ...given, ...data }, wanted: state };
  await writeVersion(versionIn(target, language), await rowsOf(type, documentId), change);
}

/**
 * D6.6: a missing language has no state to change. Throws CalendarError 400 unless the state is the one shown. Not in the
 * site's language, which clients that know no languages send all writes to: they mean the record as they see it.
 */
function stateOfMissing(
  { language }: Target,
  model: Row | undefined,
  wanted: TargetStatus,
): TargetStatus {
  if (language === settings().defaultLanguage) return wanted;
  if (wanted === 'keep' || (model && wanted === storedState(model))) return 'keep';
  throw invalidParams({ status: { text: 'status_without_text' } });
}

/** D7.4, D8.4: writes shared fields to the published versions, and localized ones and the state to one language. */
export async function change(target: Target, rows: Row[], { data, wanted: sent }: LanguageChange) {
  const { type, language, caller, documentId, now } = target;
  const { shared, localized } = splitByLanguage(type, data);
  const choice = languageChoice(language);
  const open = fallbackRow(rows, choice.languages);
  const model = rowToShow(type, rows, { ...choice, ...(await viewerOf(caller, now)) }) ?? open;
  const seenByAll = versionIn(target, open?.locale ?? language);
  const exists = rows.some(({ locale }) => locale === language);
  if (!exists && Object.keys(localized).length > 0) {
    await writeVersion(seenByAll, rows, { data: shared, wanted: 'keep' });
    return addLanguage(target, model, { data: localized, wanted: sent });
  }
  const wanted = exists ? sent : stateOfMissing(target, model, sent);
  const written = versionIn(target, exists ? language : (model?.locale ?? language));
  const staysPublished = isPublished(rows, written.locale) && !hasOnlyDraft(wanted);
  const others = rows.filter(({ locale }) => locale !== written.locale);
  const seen = fallbackRow(others, choice.languages);
  if (staysPublished || !seen?.publishedAt) return writeVersion(written, rows, { data, wanted });
  await writeVersion(versionIn(target, seen.locale), rows, { data: shared, wanted: 'keep' });
  const current = await rowsOf(type, documentId);
  return writeVersion(written, current, { data: localized, wanted });
}

/** D6.2: restores `trashed_at` and slugs of a record that was changed within the trash. */
async function restoreTrashState(
  { type, language, documentId }: Target,
  rows: Row[],
  data: Values,
) {
  await amendRows(type, { documentId }, { trashed_at: rows[0]?.trashed_at });
  for (const { locale, publishedAt, slug } of rows) {
    if (locale === language && data.slug !== undefined) continue;
    const state = publishedAt ? { $notNull: true } : null;
    await amendRows(type, { documentId, locale, publishedAt: state }, { slug });
  }
}

/** D6.3: changes a trashed record. A sent status restores it; any other change leaves it in the trash. */
export async function changeTrashed(target: Target, rows: Row[], { data, wanted }: LanguageChange) {
  const version = versionIn(target, rows[0]?.locale ?? target.language);
  await trash(version, null);
  const restored = await rowsOf(target.type, target.documentId);
  const changing = () => change(target, restored, { data, wanted });
  if (wanted !== 'keep') return changing();
  await publishingNothingAlong(changing); // A record that stays in the trash publishes nothing along.
  await trash(version, target.now);
  await restoreTrashState(target, rows, data);
}
