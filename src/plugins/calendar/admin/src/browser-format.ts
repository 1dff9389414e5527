import type { InputFormat } from './typed-keys';

/** The format of the browser's language, which native inputs use whatever the page's language is. */
export function browserFormat(): InputFormat {
  const parts = new Intl.DateTimeFormat().formatToParts();
  const at = (name: string) => parts.findIndex(({ type }) => type === name);
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  const takesMorning = CSS.supports('-moz-appearance', 'none');
  return { dayFirst: at('day') < at('month'), halves: hour12 === true, takesMorning };
}
