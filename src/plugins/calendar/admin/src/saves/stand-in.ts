import type { Values } from './changes';

/** Of CodeMirror, by which Strapi edits texts of several paragraphs, what we use. */
interface Editor {
  getValue(): string;
  focus(): void;
  indexFromPos(place: unknown): number;
  posFromIndex(index: number): unknown;
  getCursor(side: 'from' | 'to'): unknown;
  setSelection(from: unknown, to: unknown): void;
}

const EDITOR = '.CodeMirror';

/** The only text of ours that Strapi edits so. */
const EDITED = 'description';

const editorOf = (element: Element | null) =>
  (element?.closest(EDITOR) as { CodeMirror?: Editor } | null)?.CodeMirror;

/** Ids that are drawn by lot. */
const LOT = /^(?::|radix)/;

/** By what it is found in another form, and as which of those. */
function placeOf(element: Element) {
  const { id, name } = element as HTMLInputElement;
  const selector = element.closest(EDITOR)
    ? EDITOR
    : name
      ? `[name="${CSS.escape(name)}"]`
      : id && !LOT.test(id) && `#${CSS.escape(id)}`;
  const form = element.closest('form');
  if (!form || !selector) return undefined;
  const like = [...form.querySelectorAll(selector)];
  const at = like.findIndex((one) => one.contains(element));
  return () => document.querySelectorAll<HTMLElement>(`form ${selector}`)[at];
}

/** What is written in, where it is nothing but a text of the form's: not what is looked for. */
function textOf(element: Element) {
  const editor = editorOf(element);
  if (editor) {
    const [start, end] = (['from', 'to'] as const).map((side) =>
      editor.indexFromPos(editor.getCursor(side)),
    );
    return { name: EDITED, value: editor.getValue(), start, end };
  }
  const { name, value, selectionStart, selectionEnd } = element as HTMLInputElement;
  if (typeof selectionStart !== 'number' || element.role === 'combobox') return undefined;
  return { name, value, start: selectionStart, end: selectionEnd ?? selectionStart };
}

/** Nobody sees it, nor presses it. */
const UNSEEN = 'position: fixed; inset-block-start: 0; opacity: 0; pointer-events: none';

/** Ctrl+S, by which a browser would save the page, and Ctrl+Enter, with Shift or without. */
const isSave = ({ ctrlKey, metaKey, key }: KeyboardEvent) =>
  (ctrlKey || metaKey) && ['enter', 's'].includes(key.toLowerCase());

/** What was typed while no form was there, the keys by which it is to be saved, and a way to go on in the one that has come. */
export interface StandIn {
  take(): { typed: Values; saves: KeyboardEvent[]; goOn?: () => void };
}

/** Stands where a form goes, until another has come in its place: keys that are pressed meanwhile had nowhere to go. */
export function standIn(): StandIn | undefined {
  const { activeElement: left } = document;
  const find = left && placeOf(left);
  if (!left || !find) return undefined;
  const text = textOf(left);
  const stand = document.createElement('textarea');
  stand.style.cssText = UNSEEN;
  stand.tabIndex = -1; // Whoever has left it does not come back to it.
  const saves: KeyboardEvent[] = [];
  stand.addEventListener('keydown', (pressed) => {
    if (!isSave(pressed)) return;
    pressed.preventDefault();
    saves.push(pressed);
  });
  if (text) {
    stand.value = text.value;
    document.body.append(stand);
    stand.focus({ preventScroll: true });
    stand.setSelectionRange(text.start ?? null, text.end ?? null);
  }
  return {
    take() {
      const { value, selectionStart, selectionEnd } = stand;
      const isLeft = ![stand, document.body].includes(document.activeElement as HTMLElement);
      stand.remove();
      const goOn = () => {
        const to = find();
        const editor = editorOf(to ?? null);
        (editor ?? to)?.focus();
        if (!text) return;
        // Where nothing was typed, Chromium may say that the caret stands at the beginning.
        const [from = 0, until = from] =
          value === text.value ? [text.start, text.end] : [selectionStart, selectionEnd];
        if (editor) editor.setSelection(editor.posFromIndex(from), editor.posFromIndex(until));
        else (to as HTMLInputElement | undefined)?.setSelectionRange(from, until);
      };
      const written = left instanceof HTMLInputElement ? value.replaceAll('\n', '') : value;
      const typed = text && value !== text.value ? { [text.name]: written || null } : {};
      return { typed, saves, goOn: isLeft ? undefined : goOn };
    },
  };
}
