/** The key that has an S on Latin keyboards. */
const S = 'KeyS';

/** Latin letters, and what every script has: a layout for the right hand has 8 on that key. */
const NO_OTHER_SCRIPT = /^[\p{Script=Latin}\p{Script=Common}]$/u;

/**
 * Saves by Ctrl+S on keyboards of other scripts too. Strapi looks for the letter s, and an Arabic keyboard has "س" on
 * that key: the browser offered to save the page instead. The same key with its Latin letter takes its place.
 */
export function saveInAnyScript(): void {
  const take = (pressed: KeyboardEvent) => {
    const { code, key, keyCode, ctrlKey, metaKey, shiftKey, altKey, repeat, target } = pressed;
    if (code !== S || !(ctrlKey || metaKey) || altKey || NO_OTHER_SCRIPT.test(key)) return;
    pressed.stopImmediatePropagation();
    const held = { code, keyCode, ctrlKey, metaKey, shiftKey, repeat };
    const init = { bubbles: true, cancelable: true, ...held, key: 's' };
    const isTaken = !target?.dispatchEvent(new KeyboardEvent('keydown', init));
    if (isTaken) pressed.preventDefault();
  };
  window.addEventListener('keydown', take, true);
}
