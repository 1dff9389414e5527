/** Strapi's inputs of a date and of a time, while their calendar or list is open. */
const OPEN = 'input[role="combobox"][inputmode="numeric"][aria-expanded="true"]';

/**
 * Strapi's pickers take Tab away while they are open, as they are once something is typed: it led nowhere before
 * Enter or Escape. So Tab first takes what was typed, as Enter does, and then leads on. Where nothing was typed,
 * Enter would choose a day: there it only closes them, as Escape does.
 */
export function leavePickersByTab(): void {
  let typedInto: EventTarget | null = null;
  const take = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Tab' || !(target instanceof HTMLInputElement) || !target.matches(OPEN)) return;
    const isTyped = target === typedInto && target.value !== '';
    const first = { key: isTyped ? 'Enter' : 'Escape', bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent('keydown', first));
  };
  window.addEventListener('keydown', take, true);
  window.addEventListener('input', ({ target }) => (typedInto = target), true);
  window.addEventListener('focusin', () => (typedInto = null), true);
}
