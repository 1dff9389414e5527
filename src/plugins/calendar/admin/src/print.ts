/** Strapi's pages scroll within a box of the window's height, of which paper would show the first part only. */
const RULES = `
@media print {
  :has(main) {
    height: auto !important;
    overflow: visible !important;
  }
  nav:not(main nav) { display: none !important; }
}
`;

/** Prints pages as a whole, without the menus beside them. */
export function printWholePages(): void {
  const style = document.createElement('style');
  style.textContent = RULES;
  document.head.append(style);
}
