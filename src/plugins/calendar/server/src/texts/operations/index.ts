import type { Language } from '../../settings/languages';
import * as ar from './ar';
import * as en from './en';
import * as es from './es';
import * as fr from './fr';

type Same<Texts> = Record<keyof Texts, string>;

export type OperationTexts = Same<typeof en.operations>;
export type GroupTexts = Same<typeof en.groups>;
export type IntroductionTexts = Same<typeof en.introduction>;
export type UnitTexts = Same<typeof en.units>;

interface Texts {
  operations: OperationTexts;
  groups: GroupTexts;
  introduction: IntroductionTexts;
  units: UnitTexts;
}

/** What operations do, and how to begin, in every language; `{holes}` are the site's own values. */
export const OPERATION_TEXTS: Record<Language, Texts> = { ar, en, fr, es };
