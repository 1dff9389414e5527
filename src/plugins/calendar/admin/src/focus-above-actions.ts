/**
 * In small windows, as at a zoom of 200 %, the buttons of Strapi's forms lie in a bar over the end of the window.
 * Browsers take what is behind it for visible, and do not scroll to it when it receives the focus. Only the padding
 * applies to the text editor, whose focused textarea is clipped.
 */
const RULES = `
:root:has([data-testid='actions-drawer-spacer']) main :focus {
  scroll-margin-block-end: 8rem;
}
:root:has([data-testid='actions-drawer-spacer']) :has(main) {
  scroll-padding-block-end: 8rem;
}
`;

/** WCAG 2.4.11: lets the browser scroll what receives the focus above the bar. */
export function keepFocusAboveActions(): void {
  const style = document.createElement('style');
  style.textContent = RULES;
  document.head.append(style);
}
