import { plainDigits } from './typed-keys';

const NUMBER = /^[+-]?\d+(?:[.,٫]\d*)?\s?°?$/;

/**
 * The degrees in a typed or pasted text, with a point or a comma before the decimals; null if it is empty, and the text
 * itself if it is no number, which a save refuses.
 */
export function degreesIn(text: string): number | string | null {
  const written = plainDigits(text).replace('−', '-');
  if (!NUMBER.test(written)) return written || null;
  return Number.parseFloat(written.replace(/[,٫]/, '.'));
}
