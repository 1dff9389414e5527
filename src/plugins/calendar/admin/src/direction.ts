import { useIntl } from 'react-intl';

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  language.startsWith('ar') ? 'rtl' : 'ltr';

export function useDirection(): 'rtl' | 'ltr' {
  return directionOf(useIntl().locale);
}

/** Selects Strapi's sideways arrow icons by their path data, because they carry no name in the DOM. */
const SIDEWAYS = ['M28.5 16a1.5', 'm28.061 17.061', 'M21.061 24.939', 'm23.061 17.061']
  .map((drawn) => `path[d^='${drawn}']`)
  .join();

/**
 * Overrides for right-to-left languages. Strapi's components set `dir="ltr"` themselves; inputs, spans and code
 * editors keep it, because addresses, zone names and code are left to right. Typed text, Markdown paragraphs,
 * headings and table cells take the direction of their own content, in every admin language; placeholders that of
 * the page, because Firefox would draw them outside their input. The skip link is hidden to the left of the page,
 * which in a right-to-left page makes it scroll. The remaining rules mirror what Strapi positions on the left or
 * right: options, search icon, buttons in inputs (whose padding is an inline style), the shadow of scrolling tables,
 * the icon of "Expand", the line between the name of a tag and its button, and the margin of a form's buttons on
 * tablets.
 */
const RULES = `
:is(input[type='text'], input:not([type]), textarea, .CodeMirror pre.CodeMirror-line):not(:placeholder-shown) { unicode-bidi: plaintext; text-align: start; }
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
html[dir='rtl'] span:has(+ button[aria-disabled]:not([type]) > svg:only-child) {
  padding: 0 0 0 0.8rem;
  border: solid color-mix(in srgb, currentColor 25%, transparent);
  border-width: 0 0 0 1px;
}
@media (min-width: 768px) {
  html[dir='rtl'] :is([data-testid='actions-drawer-overlay'], div:has(> [data-testid='actions-drawer-overlay'])) {
    right: 23.2rem;
    left: 0;
  }
}
`;

/** D7.7: sets the page's direction from its `lang` attribute, which Strapi updates when the language changes. */
export function setDirectionByLanguage(): void {
  const page = document.documentElement;
  const setDirection = () => {
    page.dir = directionOf(page.lang);
  };
  new MutationObserver(setDirection).observe(page, { attributeFilter: ['lang'] });
  const style = document.createElement('style');
  style.textContent = RULES;
  document.head.append(style);
  setDirection();
}
