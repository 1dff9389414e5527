import { type RefObject, useLayoutEffect, useRef } from 'react';

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
