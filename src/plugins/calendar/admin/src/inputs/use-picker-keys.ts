import { type KeyboardEvent, useRef } from 'react';

interface Held {
  ctrlKey: boolean;
  metaKey: boolean;
}

/**
 * The keys of a box that finds what is typed, around it. With nothing marked, Enter takes what is meant
 * (`onEnter`) where something is sought. The box opens its list at every key: those with Ctrl or Cmd are the
 * form's, which is saved by them.
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
