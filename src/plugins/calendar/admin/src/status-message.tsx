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

/**
 * WCAG 4.1.3: announces a message when it comes or changes. Screen readers tell what changes within a live region,
 * and nothing of a region that comes with its words: this one is there before.
 */
export function useStatusMessage(message: string) {
  useEffect(() => {
    if (!message) return;
    region.textContent = message;
    return () => {
      if (region.textContent === message) region.textContent = '';
    };
  }, [message]);
}

type Props = Omit<TypographyProps, 'children'> & { children: string };

/** A line that is announced when it comes or changes. */
export function StatusMessage({ children, ...shown }: Props) {
  useStatusMessage(children);
  return <Typography {...shown}>{children}</Typography>;
}
