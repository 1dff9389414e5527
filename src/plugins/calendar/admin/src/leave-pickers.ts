/** Comboboxes while their list or calendar is open. */
const OPEN = 'input[role="combobox"][aria-expanded="true"]';

/** What Tab does first: commits like Enter, or closes like Escape; undefined where it would lose typed words. */
function keyBefore(input: HTMLInputElement, isTyped: boolean) {
  const isPicker = input.inputMode === 'numeric';
  if (isPicker) return isTyped ? 'Enter' : 'Escape'; // If nothing was typed, Enter would choose a day.
  if (input.getAttribute('aria-activedescendant')) return 'Enter';
  return isTyped ? undefined : 'Escape';
}

/**
 * Lets Tab leave Strapi's comboboxes and its date and time inputs, which swallow it while they are open, as they are
 * after typing. Tab first takes a typed date or the highlighted option, and then moves on; of a search that highlights
 * nothing, the list stays.
 */
export function leavePickersByTab(): void {
  let typedInto: EventTarget | null = null;
  const take = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Tab' || !(target instanceof HTMLInputElement) || !target.matches(OPEN)) return;
    const first = keyBefore(target, target === typedInto && target.value !== '');
    if (!first) return;
    const init = { key: first, bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent('keydown', init));
  };
  window.addEventListener('keydown', take, true);
  window.addEventListener('input', ({ target }) => (typedInto = target), true);
  window.addEventListener('focusin', () => (typedInto = null), true);
}
