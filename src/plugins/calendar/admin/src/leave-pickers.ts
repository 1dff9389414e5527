/** Strapi's date and time inputs while their calendar or list is open. */
const OPEN = 'input[role="combobox"][inputmode="numeric"][aria-expanded="true"]';

/**
 * Lets Tab leave Strapi's pickers, which swallow it while they are open, as they are after typing. Tab first
 * commits typed text like Enter and then moves on. If nothing was typed, Enter would choose a day, so Tab only
 * closes the picker like Escape.
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
