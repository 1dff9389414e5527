import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Properties for a dialog's content that return the focus on close to the element that had it on open, or to
 * `otherwise` if that no longer exists. Radix only returns it to a dialog's trigger, which these lack.
 */
export function useReturnFocus(open = true, otherwise?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);

  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const to = before.current?.isConnected ? before.current : otherwise?.current;
      if (to instanceof HTMLElement) to.focus();
    },
  };
}

const DIALOG = ':is([role="dialog"], [role="alertdialog"])';

const hasDialog = (node: Node) =>
  node instanceof Element && (node.matches(DIALOG) || node.querySelector(DIALOG) !== null);

/**
 * For an input that opens dialogs one after another: the last one has no trigger, so that Radix drops the focus when
 * it closes. Moves it to the input's first button.
 */
export function useFocusBehindDialogs(within: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let wasIn = false;
    const note = ({ target }: FocusEvent) => {
      const to = target as HTMLElement;
      if (!to.closest(DIALOG)) wasIn = within.current?.contains(to) ?? false;
    };
    const changes = new MutationObserver((records) => {
      const isClosed = records.some(({ removedNodes }) => [...removedNodes].some(hasDialog));
      if (!isClosed || !wasIn || document.activeElement !== document.body) return;
      if (!document.querySelector(DIALOG)) within.current?.querySelector('button')?.focus();
    });
    document.addEventListener('focusin', note);
    changes.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', note);
      changes.disconnect();
    };
  }, [within]);
}

/** Elements that disappear, or have returned the focus, when a dialog opens from them. */
const TEMPORARY = `${DIALOG}, [role="menu"], [role="listbox"]`;

/**
 * For Strapi's dialogs opened from a menu (confirmations of discarding, trashing …): Radix returns the focus to the
 * menu item, which no longer exists. Restores it to the element focused before the menu, unless something else has it.
 * "Expand" of the text editor is removed while it is open, so that the new button of the same id gets it.
 */
export function restoreFocusBehindDialogs() {
  let before: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    const to = target as HTMLElement;
    if (!to.closest(TEMPORARY)) before = to;
  });
  new MutationObserver((records) => {
    const isClosed = records.some(({ removedNodes }) => [...removedNodes].some(hasDialog));
    if (!isClosed || document.querySelector(DIALOG)) return;
    if (!before || document.activeElement !== document.body) return;
    (before.isConnected ? before : document.getElementById(before.id))?.focus();
  }).observe(document.body, { childList: true });
}

interface LastFocus {
  by: HTMLElement;
  /** Index of the stop in its line; -1 if it belongs to none. */
  line: number;
  region: HTMLElement | null;
  grey: boolean;
}

const lastFocusOf = (by: HTMLElement, stops: HTMLElement[]): LastFocus => ({
  by,
  line: stops.findIndex((stop) => stop === by || stop.closest('li, article')?.contains(by)),
  region: by.closest<HTMLElement>('[tabindex="-1"]'),
  grey: false,
});

/** Whether the focus is lost: on the body, or on the dialog, which takes it over from removed elements. */
function isFocusLost(all: HTMLElement) {
  const { activeElement, body } = document;
  return activeElement === body || (activeElement?.matches(DIALOG) && activeElement.contains(all));
}

/** Where to put the focus: on the same element once enabled again; if removed, on the next line, its region or all. */
function successorOf(
  { by, line, region, grey }: LastFocus,
  all: HTMLElement,
  stops: HTMLElement[],
) {
  if (by.isConnected) return grey ? by : undefined;
  const stop = line < 0 ? undefined : stops[Math.min(line, stops.length - 1)];
  return stop ?? (region?.isConnected ? region : all);
}

/**
 * For lists whose lines or buttons disappear when used: moves the focus to a neighbouring stop (`selector`, such as
 * the link of a line) instead of losing it to the page. Chromium drops the focus of removed or disabled elements
 * without an event, hence the observer. A pointer press drops it on purpose, and whoever is elsewhere in the page or
 * dialog has left; a dialog or menu above returns the focus.
 */
export function useFocusInPlace(within: RefObject<HTMLElement | null>, selector: string) {
  useEffect(() => {
    const all = within.current;
    if (!all) return;
    let last: LastFocus | undefined;
    const stops = () => [...all.querySelectorAll<HTMLElement>(selector)];
    const forget = () => {
      last = undefined;
    };
    const note = ({ target }: FocusEvent) => {
      const to = target as HTMLElement;
      if (all.contains(to)) last = lastFocusOf(to, stops());
      else if (!to.contains(all) && to.closest(TEMPORARY) === all.closest(TEMPORARY)) forget();
    };
    const changes = new MutationObserver(() => {
      if (last?.by.isConnected && last.by.matches(':disabled')) {
        last.grey = true;
        // The focus trap would return each Tab to the disabled element, so that no other button is reachable.
        last.by.closest<HTMLElement>(DIALOG)?.focus({ preventScroll: true });
      } else if (last && isFocusLost(all)) successorOf(last, all, stops())?.focus();
    });
    changes.observe(all, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, [within, selector]);
}
