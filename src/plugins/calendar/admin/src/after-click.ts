let isPressed = false;

/** Notes whether a mouse button or a finger is down; called once when the admin starts. */
export function watchPointer(): void {
  const note = ({ type }: Event) => {
    isPressed = type === 'pointerdown';
  };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
    window.addEventListener(type, note, true);
}

/**
 * Does what may move the page once the click has arrived that took the focus from an input: a button that moves between
 * being pressed and released is not clicked. Of a finger, the click follows its release.
 */
export function afterClick(work: () => void): void {
  if (!isPressed) return void setTimeout(work);
  const released = new AbortController();
  const release = () => {
    released.abort();
    setTimeout(work);
  };
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, release, { signal: released.signal });
}
