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

const wordsOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

const all = (selector: string) => (form: ParentNode) => [
  ...form.querySelectorAll<HTMLElement>(selector),
];

/** What finds those in a form that may be what an element is: buttons have neither a name nor an id, but words. */
function finderOf(element: Element) {
  const { id, name } = element as HTMLInputElement;
  if (element.closest(EDITOR)) return all(EDITOR);
  if (name) return all(`[name="${CSS.escape(name)}"]`);
  if (id && !LOT.test(id)) return all(`#${CSS.escape(id)}`);
  if (!(element instanceof HTMLButtonElement)) return undefined;
  const words = wordsOf(element);
  return (form: ParentNode) => all('button')(form).filter((one) => wordsOf(one) === words);
}

/** Finds in another form what somebody was on in one. */
export type Place = () => HTMLElement | undefined;

export function placeOf(element: Element): Place | undefined {
  const form = element.closest('form');
  const alike = finderOf(element);
  if (!form || !alike) return undefined;
  const at = alike(form).findIndex((one) => one.contains(element));
  return () => [...document.forms].flatMap((one) => alike(one))[at];
}

/** Nobody can be on what is grey: just around it, Tab goes on as from it. */
function focusOn(element: HTMLElement) {
  const around = element.matches(':disabled') ? element.parentElement : undefined;
  if (around) around.tabIndex = -1;
  (around ?? element).focus();
}

/** Longer than a form takes to draw its buttons, which come behind its inputs; milliseconds. */
const DRAWN = 10_000;

/** Where nobody has gone elsewhere by then. */
function focusOnceThere(find: Place) {
  const drawing = new MutationObserver(() => {
    const to = find();
    const isFree = document.activeElement === document.body;
    if (to || !isFree) drawing.disconnect();
    if (to && isFree) focusOn(to);
  });
  drawing.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawing.disconnect(), DRAWN);
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

/**
 * Stands where a form goes, until another has come in its place: keys that are pressed meanwhile had nowhere to go.
 * `before` is where somebody was, should they be nowhere.
 */
export function standIn(before?: Place): StandIn | undefined {
  const { activeElement: left } = document;
  const find = (left && placeOf(left)) ?? before;
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
        if (editor) editor.focus();
        else if (to) focusOn(to);
        else focusOnceThere(find);
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
