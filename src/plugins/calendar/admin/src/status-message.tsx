import { Typography, type TypographyProps } from '@strapi/design-system';
import { useEffect } from 'react';

/** Nobody sees it: what it says stands in the page as well. */
const UNSEEN = 'position: fixed; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)';

const region = document.createElement('div');
region.setAttribute('role', 'status');
region.setAttribute('aria-live', 'polite'); // By this attribute, dialogs hide it from nobody.
region.style.cssText = UNSEEN;

/** Once, as the admin begins. */
export const addStatusRegion = () => document.body.append(region);

/** Between two messages, milliseconds: who hears of an empty region first is told of an equal one, too. */
const PAUSE = 100;

/**
 * WCAG 4.1.3: announces a message when it comes or changes, and again when the same is said of something else. Screen
 * readers tell what changes within a live region, and nothing of a region that comes with its words: this one is
 * there before.
 */
export function useStatusMessage(message: string, of?: unknown) {
  useEffect(() => {
    if (!message) return;
    region.textContent = '';
    const pause = setTimeout(() => {
      region.textContent = message;
    }, PAUSE);
    return () => {
      clearTimeout(pause);
      if (region.textContent === message) region.textContent = '';
    };
  }, [message, of]);
}

interface Props extends Omit<TypographyProps, 'children'> {
  children: string;
  /** What it is said of, where the same may be said of another. */
  of?: unknown;
}

/** A line that is announced when it comes or changes. */
export function StatusMessage({ children, of, ...shown }: Props) {
  useStatusMessage(children, of);
  return <Typography {...shown}>{children}</Typography>;
}
