import { Typography, type TypographyProps } from '@strapi/design-system';
import { useEffect } from 'react';

/** Visually hidden: the messages are also visible elsewhere in the page. */
const UNSEEN = 'position: fixed; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)';

const region = document.createElement('div');
region.setAttribute('role', 'status');
region.setAttribute('aria-live', 'polite'); // Regions with this attribute are not hidden from screen readers by modal dialogs.
region.style.cssText = UNSEEN;

/** Adds the live region; called once when the admin starts. */
export const addStatusRegion = () => document.body.append(region);

/** Milliseconds for which the region is empty, so that an identical message is announced again. */
const PAUSE = 100;

/**
 * WCAG 4.1.3: announces a message when it appears or changes, and the same message again when `of` changes. Uses a
 * permanent live region, because screen readers do not announce the initial text of a new one.
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
  /** The subject of the message: another one announces the same text again. */
  of?: unknown;
}

/** A line of text that is announced when it appears or changes. */
export function StatusMessage({ children, of, ...shown }: Props) {
  useStatusMessage(children, of);
  return <Typography {...shown}>{children}</Typography>;
}
