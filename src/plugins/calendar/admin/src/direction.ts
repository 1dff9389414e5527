import { useIntl } from 'react-intl';

const directionOf = (language: string): 'rtl' | 'ltr' =>
  language.startsWith('ar') ? 'rtl' : 'ltr';

export function useDirection(): 'rtl' | 'ltr' {
  return directionOf(useIntl().locale);
}

/** Arrows to the sides, by how Strapi draws them: icons have no names in a page. */
const SIDEWAYS = ['M28.5 16a1.5', 'm28.061 17.061', 'M21.061 24.939', 'm23.061 17.061']
  .map((drawn) => `path[d^='${drawn}']`)
  .join();

/**
 * Strapi's components say `ltr` of themselves, whatever the page says; code is written from the left in every
 * language, and so are addresses and names of zones, which inputs and texts of ours say. What is typed, a
 * paragraph of Markdown, the title above a form and a cell of a list run as their own words do, in any language of
 * the admin. The link that jumps to the content waits outside of the page, at its left: from right to left that is
 * where a page goes on, and the whole of it would be scrolled away. The others are said for the left alone in
 * Strapi: options, the icon of a search, the button within an input (whose room is set at the element), the shadow
 * of a table that goes on, the icon behind "Expand", and the room that the buttons below a form leave beside them
 * on a tablet.
 */
const RULES = `
:is(input[type='text'], input:not([type]), textarea, .CodeMirror pre.CodeMirror-line) { unicode-bidi: plaintext; text-align: start; }
h1, td :is(span, a) { unicode-bidi: plaintext; }
html[dir='rtl'] [dir='ltr']:not(input, span) { direction: rtl; }
html[dir='rtl'] .cm-editor { direction: ltr; text-align: left; }
html[dir='rtl'] a[href='#main-content']:not(:focus) { left: auto; right: -100%; }
html[dir='rtl'] td :is(span, a) { text-align: right; }
html[dir='rtl'] svg:has(> :is(${SIDEWAYS})) { scale: -1 1; }
html[dir='rtl'] :is([role='option'], [role^='menuitem']) { text-align: start; }
html[dir='rtl'] div:has(> input[type='search']) { padding: 0 8px 0 0; }
html[dir='rtl'] input[style*='padding-right'] { padding-inline: 1.6rem 5rem !important; }
html[dir='rtl'] svg + input[style*='padding-right'] { padding-inline-start: 0 !important; }
html[dir='rtl'] input[style*='padding-right'] + div { right: auto; left: 1.6rem; }
html[dir='rtl'] div:has(> div > table)::after { right: auto; left: 0; scale: -1 1; }
html[dir='rtl'] [id='expand'] svg { margin-inline: 0.8rem 0; }
@media (min-width: 768px) {
  html[dir='rtl'] :is([data-testid='actions-drawer-overlay'], div:has(> [data-testid='actions-drawer-overlay'])) {
    right: 23.2rem;
    left: 0;
  }
}
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
