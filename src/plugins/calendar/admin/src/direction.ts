import { useIntl } from 'react-intl';

const directionOf = (language: string): 'rtl' | 'ltr' =>
  language.startsWith('ar') ? 'rtl' : 'ltr';

export function useDirection(): 'rtl' | 'ltr' {
  return directionOf(useIntl().locale);
}

/**
 * Strapi's components say `ltr` of themselves, whatever the page says; code is written from the left in
 * every language. The link that jumps to the content waits outside of the page, at its left: from right
 * to left that is where a page goes on, and the whole of it would be scrolled away. Times and names in
 * Latin letters keep their order in a list's cells.
 */
const RULES = `
html[dir='rtl'] [dir='ltr'] { direction: rtl; }
html[dir='rtl'] .cm-editor { direction: ltr; text-align: left; }
html[dir='rtl'] a[href='#main-content']:not(:focus) { left: auto; right: -100%; }
html[dir='rtl'] td span { unicode-bidi: plaintext; text-align: right; }
`;

/** D7.7: the whole admin in the direction of its language, which Strapi names at the page as soon as it is chosen. */
export function turnWithLanguage(page: HTMLElement = document.documentElement): void {
  const turn = () => {
    page.dir = directionOf(page.lang);
  };
  new MutationObserver(turn).observe(page, { attributeFilter: ['lang'] });
  const style = document.createElement('style');
  style.textContent = RULES;
  document.head.append(style);
  turn();
}
