import { isAddress } from '../kinds/text/text';

/** D4.9: an address as it may be made a link; one that was stored before it was judged is none. */
export const shownAddress = (stored: string | null | undefined): string =>
  stored && isAddress(stored) ? stored : '';
