import type { Values } from './changes';

/** The part used here of CodeMirror, Strapi's editor of rich text. */
interface Editor {
  getValue(): string;
  focus(): void;
  indexFromPos(place: unknown): number;
  posFromIndex(index: number): unknown;
  getCursor(side: 'from' | 'to'): unknown;
  setSelection(from: unknown, to: unknown): void;
}

const EDITOR = '.CodeMirror';

/** Our only field with that editor. */
const RICH_TEXT_FIELD = 'description';

const editorOf = (element: Element | null) =>
  (element?.closest(EDITOR) as { CodeMirror?: Editor } | null)?.CodeMirror;

/** Generated ids (React, Radix), which differ between two forms. */
const GENERATED_ID = /^(?::|radix)/;

const wordsOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

const all = (selector: string) => (form: ParentNode) => [
  ...form.querySelectorAll<HTMLElement>(selector),
];

/** Returns a function that finds an element's counterparts in another form: by editor, name, id or button text. */
function finderOf(element: Element) {
  const { id, name } = element as HTMLInputElement;
  if (element.closest(EDITOR)) return all(EDITOR);
  if (name) return all(`[name="${CSS.escape(name)}"]`);
  if (id && !GENERATED_ID.test(id)) return all(`#${CSS.escape(id)}`);
  if (!(element instanceof HTMLButtonElement)) return undefined;
  const words = wordsOf(element);
  return (form: ParentNode) => all('button')(form).filter((one) => wordsOf(one) === words);
}

/** Finds the counterpart of an element in another form. */
export type Place = () => HTMLElement | undefined;

export function placeOf(element: Element): Place | undefined {
  const form = element.closest('form');
  const alike = finderOf(element);
  if (!form || !alike) return undefined;
  const at = alike(form).findIndex((one) => one.contains(element));
  return () => [...document.forms].flatMap((one) => alike(one))[at];
}

/** Focuses the element. A disabled one cannot have the focus: its parent gets it, so that Tab continues from there. */
function focusOn(element: HTMLElement) {
  const around = element.matches(':disabled') ? element.parentElement : undefined;
  if (around) around.tabIndex = -1;
  (around ?? element).focus();
}

/** Milliseconds; longer than a form takes to render its buttons, which appear after its inputs. */
const RENDER_TIMEOUT = 10_000;

/** Focuses the element once it is rendered, unless the user has moved the focus by then. */
function focusWhenRendered(find: Place) {
  const drawing = new MutationObserver(() => {
    const to = find();
    const isUnfocused = document.activeElement === document.body;
    if (to || !isUnfocused) drawing.disconnect();
    if (to && isUnfocused) focusOn(to);
  });
  drawing.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawing.disconnect(), RENDER_TIMEOUT);
}

/** The text and selection of a text field of the form; undefined for other elements, such as searches. */
function textOf(element: Element) {
  const editor = editorOf(element);
  if (editor) {
    const [start, end] = (['from', 'to'] as const).map((side) =>
      editor.indexFromPos(editor.getCursor(side)),
    );
    return { name: RICH_TEXT_FIELD, value: editor.getValue(), start, end };
  }
  const { name, value, selectionStart, selectionEnd } = element as HTMLInputElement;
  if (typeof selectionStart !== 'number' || element.role === 'combobox') return undefined;
  return { name, value, start: selectionStart, end: selectionEnd ?? selectionStart };
}

/** Invisible, and not clickable. */
const INVISIBLE = 'position: fixed; inset-block-start: 0; opacity: 0; pointer-events: none';

/** Whether the key is a save shortcut: Ctrl+S, Ctrl+Enter or Ctrl+Shift+Enter. */
const isSave = ({ ctrlKey, metaKey, key }: KeyboardEvent) =>
  (ctrlKey || metaKey) && ['enter', 's'].includes(key.toLowerCase());

/**
 * `take` removes the stand-in: what was typed into it, save shortcuts pressed, and a function that moves the focus
 * on.
 */
export interface StandIn {
  take(): { typed: Values; saves: KeyboardEvent[]; restoreFocus?: () => void };
}

/**
 * An invisible textarea that receives keys while Strapi replaces one form by another; they would otherwise be lost.
 * `before`: the last focused place, used when nothing has the focus.
 */
export function standIn(before?: Place): StandIn | undefined {
  const { activeElement: focused } = document;
  const find = (focused && placeOf(focused)) ?? before;
  if (!focused || !find) return undefined;
  const text = textOf(focused);
  const area = document.createElement('textarea');
  area.style.cssText = INVISIBLE;
  area.tabIndex = -1; // Not reachable with Tab.
  const saves: KeyboardEvent[] = [];
  area.addEventListener('keydown', (pressed) => {
    if (!isSave(pressed)) return;
    pressed.preventDefault();
    saves.push(pressed);
  });
  if (text) {
    area.value = text.value;
    document.body.append(area);
    area.focus({ preventScroll: true });
    area.setSelectionRange(text.start ?? null, text.end ?? null);
  }
  return {
    take() {
      const { value, selectionStart, selectionEnd } = area;
      const hasMovedOn = ![area, document.body].includes(document.activeElement as HTMLElement);
      area.remove();
      const restoreFocus = () => {
        const to = find();
        const editor = editorOf(to ?? null);
        if (editor) editor.focus();
        else if (to) focusOn(to);
        else focusWhenRendered(find);
        if (!text) return;
        // If nothing was typed, Chromium may report the caret at the beginning.
        const [from = 0, until = from] =
          value === text.value ? [text.start, text.end] : [selectionStart, selectionEnd];
        if (editor) editor.setSelection(editor.posFromIndex(from), editor.posFromIndex(until));
        else (to as HTMLInputElement | undefined)?.setSelectionRange(from, until);
      };
      const written = focused instanceof HTMLInputElement ? value.replaceAll('\n', '') : value;
      const typed = text && value !== text.value ? { [text.name]: written || null } : {};
      return { typed, saves, restoreFocus: hasMovedOn ? undefined : restoreFocus };
    },
  };
}
