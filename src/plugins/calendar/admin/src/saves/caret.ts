/** Where one writes, in a text of one line or of several. */
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

/** A browser puts the caret behind a text that is replaced, also where the same is put back. */
export function putBack({ input, value, start, end }: Caret) {
  if (document.activeElement === input && input.value === value)
    input.setSelectionRange(start, end);
}

/** Longer than Strapi takes to draw what was refused; milliseconds. */
const DRAWN = 2000;

/**
 * Strapi leads to the first input that a save was refused for, whoever writes in another one by then: the rest
 * of the word was written into it. They stay where they are, unless they go there themselves.
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
