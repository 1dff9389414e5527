/** The key that has an S on Latin keyboards. */
const S = 'KeyS';

const LATIN = /^\p{Script=Latin}$/u;

/**
 * Saves by Ctrl+S on keyboards of other scripts too. Strapi looks for the letter s, and an Arabic keyboard has "س" on
 * that key: the browser offered to save the page instead. The same key with its Latin letter takes its place.
 */
export function saveInAnyScript(): void {
  const take = (pressed: KeyboardEvent) => {
    const { code, key, ctrlKey, metaKey, shiftKey, altKey, target } = pressed;
    if (code !== S || !(ctrlKey || metaKey) || altKey || LATIN.test(key)) return;
    pressed.stopImmediatePropagation();
    const init = { bubbles: true, cancelable: true, code, ctrlKey, metaKey, shiftKey };
    const isTaken = !target?.dispatchEvent(new KeyboardEvent('keydown', { ...init, key: 's' }));
    if (isTaken) pressed.preventDefault();
  };
  window.addEventListener('keydown', take, true);
}
