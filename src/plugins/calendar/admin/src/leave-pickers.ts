/** Strapi's inputs of a date and of a time, while their calendar or list is open. */
const OPEN = 'input[role="combobox"][inputmode="numeric"][aria-expanded="true"]';

/**
 * What is typed opens Strapi's pickers, which then take Tab away: it led nowhere before Enter or Escape. So Tab
 * takes what was typed first, as Enter does, and then leads on. Where nothing was typed, Enter would choose a day.
 */
export function leavePickersByTab(): void {
  let typedInto: EventTarget | null = null;
  const take = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Tab' || target !== typedInto || !(target instanceof HTMLInputElement)) return;
    if (!target.matches(OPEN) || target.value === '') return;
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent('keydown', enter));
  };
  window.addEventListener('keydown', take, true);
  window.addEventListener('input', ({ target }) => (typedInto = target), true);
  window.addEventListener('focusin', () => (typedInto = null), true);
}
