import { withoutTags } from '../params/markup';

/** Arabic letters that writers use for one another, and the stretching mark. */
const ARABIC_FORMS: [RegExp, string][] = [
  [/\u0640/g, ''],
  [/[\u0671]/g, '\u0627'],
  [/\u0649/g, '\u064a'],
  [/\u0629/g, '\u0647'],
];

const MARKS = /\p{M}/gu;

/**
 * D4.7: text as it is searched: no markup, lower case, accents and Arabic marks removed; before
 * unfolding too, which would put any number of marks in order one by one.
 */
export function fold(text: string): string {
  const plain = withoutTags(text)
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase();
  return ARABIC_FORMS.reduce((folded, [form, letter]) => folded.replace(form, letter), plain)
    .replace(/\s+/g, ' ')
    .trim();
}
