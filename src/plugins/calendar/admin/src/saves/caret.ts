/** The selection in a text field, and the text it refers to. */
export interface Caret {
  input: HTMLInputElement | HTMLTextAreaElement;
  value: string;
  start: number;
  end: number;
}

export function currentCaret(): Caret | undefined {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement))
    return undefined;
  const { value, selectionStart: start, selectionEnd: end } = input;
  return start === null || end === null ? undefined : { input, value, start, end };
}

/** Restores the selection after a re-render: browsers move the caret to the end when `value` is assigned. */
export function restoreCaret({ input, value, start, end }: Caret) {
  if (document.activeElement === input && input.value === value)
    input.setSelectionRange(start, end);
}

/** Milliseconds; longer than Strapi takes to render a refused save. */
const RENDER_TIMEOUT = 2000;

/**
 * Keeps the focus after a refused save. Strapi focuses the first invalid input even while somebody types in
 * another one, so that the rest of a word lands there. Focus changes by the user are respected.
 */
export function keepFocus() {
  const { activeElement: focused } = document;
  if (!(focused instanceof HTMLElement) || focused === document.body) return;
  const release = new AbortController();
  const refocus = ({ target }: FocusEvent) => {
    if (target === focused || !focused.isConnected) return;
    release.abort();
    focused.focus({ preventScroll: true });
  };
  const onUserMove = ({ type, key }: Event & { key?: string }) => {
    if (type === 'pointerdown' || key === 'Tab') release.abort();
  };
  document.addEventListener('focusin', refocus, { signal: release.signal });
  document.addEventListener('pointerdown', onUserMove, { signal: release.signal, capture: true });
  document.addEventListener('keydown', onUserMove, { signal: release.signal, capture: true });
  setTimeout(() => release.abort(), RENDER_TIMEOUT);
}
