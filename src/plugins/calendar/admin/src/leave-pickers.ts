/** Strapi's inputs of a date and of a time, while their calendar or list is open. */
const OPEN = 'input[role="combobox"][inputmode="numeric"][aria-expanded="true"]';

/**
 * What is typed opens Strapi's pickers, which then take Tab away: it led nowhere before Enter or Escape. So Tab
 * takes what was typed first, as Enter does, and then leads on.
 */
export function leavePickersByTab(): void {
  const take = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Tab' || !(target instanceof HTMLElement) || !target.matches(OPEN)) return;
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
  };
  window.addEventListener('keydown', take, true);
}
