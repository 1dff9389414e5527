/**
 * Rules for forced colours (such as Windows' high contrast): Strapi marks checked, switched-on, completed, current and
 * highlighted elements by their background alone, and focused inputs by a shadow and the colour of their border, which
 * browsers override there. Uses system colours instead.
 */
const RULES = `
@media (forced-colors: active) {
  :is([role='checkbox'], [role='switch'], [role='progressbar'], main [aria-current='page']) {
    forced-color-adjust: none;
    border: 1px solid ButtonText !important;
    background: Canvas !important;
  }
  :is([role='checkbox'], [role='switch']):disabled { border-color: GrayText !important; }
  :is([role='checkbox'], [role='switch']):not([data-state='unchecked'], :disabled), main [aria-current='page'] {
    background: Highlight !important;
  }
  [role='checkbox'] svg path { fill: HighlightText; }
  [role='checkbox']:disabled svg path { fill: GrayText; }
  main [aria-current='page'] * { color: HighlightText; }
  [role='switch'] > span { background: ButtonText; }
  [role='switch']:disabled > span { background: GrayText; }
  [role='switch'][data-state='checked']:not(:disabled) > span { background: HighlightText; }
  [role='progressbar'] > div { background: Highlight; }
  :is(input, textarea, [role='combobox']):focus-visible { outline: 2px solid Highlight !important; }
  :is([role='option'], [role^='menuitem'])[data-highlighted] {
    outline: 2px solid Highlight !important;
    outline-offset: -2px !important;
  }
}
`;

export function showStatesInForcedColors(): void {
  const style = document.createElement('style');
  style.textContent = RULES;
  document.head.append(style);
}
