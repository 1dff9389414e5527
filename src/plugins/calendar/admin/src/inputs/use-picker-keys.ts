import { type KeyboardEvent, useRef } from 'react';

interface Held {
  ctrlKey: boolean;
  metaKey: boolean;
}

/**
 * Key handling around a search combobox. Without a highlighted option, Enter calls `onEnter` during a search.
 * The combobox would open its list at every key; those with Ctrl or Cmd are left to the form's shortcuts.
 */
export function usePickerKeys(isSought: boolean, onEnter: () => void) {
  const isShortcut = useRef(false);

  const watch = ({ ctrlKey, metaKey }: Held) => {
    isShortcut.current = ctrlKey || metaKey;
  };
  const press = (event: KeyboardEvent) => {
    watch(event);
    const isMarked = (event.target as Element).getAttribute('aria-activedescendant');
    const isTyped = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (!isTyped || isMarked || !isSought) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  return {
    mayOpen: () => !isShortcut.current,
    keys: { onKeyDownCapture: press, onPointerDownCapture: watch },
  };
}
