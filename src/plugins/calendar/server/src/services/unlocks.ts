import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** D10.7: compares in constant time, whatever the lengths; a record without a password is open. */
export const unlocks = (password: string | null, given: string | undefined): boolean =>
  !password || (given !== undefined && timingSafeEqual(digest(password), digest(given)));
