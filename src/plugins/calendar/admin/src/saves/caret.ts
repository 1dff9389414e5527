/** The selection in a text field, and the text it refers to. */
export interface Caret {
  input: HTMLInputElement | HTMLTextAreaElement;
  value: string;
  start: number;
  end: number;
}

export function caretNow(): Caret | undefined {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement))
    return undefined;
  const { value, selectionStart: start, selectionEnd: end } = input;
  return start === null || end === null ? undefined : { input, value, start, end };
}

/** Restores the selection after a re-render: browsers move the caret to the end when `value` is assigned. */
export function putBack({ input, value, start, end }: Caret) {
  if (document.activeElement === input && input.value === value)
    input.setSelectionRange(start, end);
}

/** Milliseconds; longer than Strapi takes to render a refused save. */
const DRAWN = 2000;

/**
 * Keeps the focus after a refused save. Strapi focuses the first invalid input even while somebody types in
 * another one, so that the rest of a word lands there. Focus changes by the user are respected.
 */
export function stayHere() {
  const { activeElement: here } = document;
  if (!(here instanceof HTMLElement) || here === document.body) return;
  const going = new AbortController();
  const goBack = ({ target }: FocusEvent) => {
    if (target === here || !here.isConnected) return;
    going.abort();
    here.focus({ preventScroll: true });
  };
  const go = ({ type, key }: Event & { key?: string }) => {
    if (type === 'pointerdown' || key === 'Tab') going.abort();
  };
  document.addEventListener('focusin', goBack, { signal: going.signal });
  document.addEventListener('pointerdown', go, { signal: going.signal, capture: true });
  document.addEventListener('keydown', go, { signal: going.signal, capture: true });
  setTimeout(() => going.abort(), DRAWN);
}
