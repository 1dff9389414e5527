import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * What a dialog's content takes so that the focus goes back to where it was when the dialog opened, or
 * where that is gone to `otherwise`. Radix gives it to the dialog's trigger alone, and these have none.
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
 * An input whose dialogs come one behind the other: the last knows nobody who opened it, and Radix leaves the
 * focus nowhere when that closes. It goes to the first button of the input then, whatever its value has become.
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

/** What is gone, or has given the focus back, when a dialog opens from it. */
const PASSING = `${DIALOG}, [role="menu"], [role="listbox"]`;

/**
 * For the dialogs of Strapi's that a menu opens, such as the questions before changes are discarded or a record
 * goes to the trash: Radix gives the focus back to the menu's item, which has gone, and who works by keys began
 * at the end of the page. It goes to where it was before the menu, unless somebody has taken it.
 */
export function keepPlaceBehindDialogs() {
  let before: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    const to = target as HTMLElement;
    if (!to.closest(PASSING)) before = to;
  });
  new MutationObserver((records) => {
    const isClosed = records.some(({ removedNodes }) => [...removedNodes].some(hasDialog));
    if (!isClosed || document.querySelector(DIALOG)) return;
    if (document.activeElement === document.body && before?.isConnected) before.focus();
  }).observe(document.body, { childList: true });
}

interface Had {
  by: HTMLElement;
  /** Which of the stops it was, or was the first in its line; -1 for none. */
  line: number;
  region: HTMLElement | null;
  grey: boolean;
}

const hadBy = (by: HTMLElement, stops: HTMLElement[]): Had => ({
  by,
  line: stops.findIndex((stop) => stop === by || stop.closest('li, article')?.contains(by)),
  region: by.closest<HTMLElement>('[tabindex="-1"]'),
  grey: false,
});

/** Whether nobody has it: within a dialog, which traps it, the dialog itself takes it from what has gone. */
function isFocusLost(all: HTMLElement) {
  const { activeElement, body } = document;
  return activeElement === body || (activeElement?.matches(DIALOG) && activeElement.contains(all));
}

/** The same once it is not grey any more; of what has gone the line in its place, its region, or all. */
function inPlaceOf({ by, line, region, grey }: Had, all: HTMLElement, stops: HTMLElement[]) {
  if (by.isConnected) return grey ? by : undefined;
  const stop = line < 0 ? undefined : stops[Math.min(line, stops.length - 1)];
  return stop ?? (region?.isConnected ? region : all);
}

/**
 * A list whose lines, or buttons, go when something is done with them: whoever is there by keys is not sent
 * to the beginning of the page, but to a stop of the list, such as the link of a line. Chromium takes the
 * focus from what goes or turns grey, and tells nobody; a press of the mouse takes it too, and means it.
 */
export function useFocusInPlace(within: RefObject<HTMLElement | null>, selector: string) {
  useEffect(() => {
    const all = within.current;
    if (!all) return;
    let had: Had | undefined;
    const stops = () => [...all.querySelectorAll<HTMLElement>(selector)];
    const note = ({ target }: FocusEvent) => {
      had = hadBy(target as HTMLElement, stops());
    };
    const forget = () => {
      had = undefined;
    };
    const changes = new MutationObserver(() => {
      if (had?.by.isConnected && had.by.matches(':disabled')) {
        had.grey = true;
        // Its trap gives each Tab back to what is grey: the keys would reach no other button, or leave the dialog.
        had.by.closest<HTMLElement>(DIALOG)?.focus({ preventScroll: true });
      } else if (had && isFocusLost(all)) inPlaceOf(had, all, stops())?.focus();
    });
    changes.observe(all, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    all.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    return () => {
      changes.disconnect();
      all.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, [within, selector]);
}
