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

/** The same place in the input of that name, which stands where the other stood. */
export function putInto({ input: { name }, start, end }: Caret) {
  const input = document.querySelector<Caret['input']>(`form [name="${CSS.escape(name)}"]`);
  if (!name || !input || document.activeElement !== document.body) return;
  input.focus({ preventScroll: true });
  input.setSelectionRange(start, end);
}
