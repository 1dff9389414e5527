import { oneText, type Param, Unreadable } from './param';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i;

/** A decimal number between two others, both included. */
export const decimal = (least: number, most: number): Param<number> => ({
  schema: { type: 'number', format: 'double', minimum: least, maximum: most },
  read(sent) {
    const written = oneText(sent);
    const value = Number(written);
    if (!DECIMAL.test(written) || value < least || value > most) {
      throw new Unreadable('not_coordinate', { least, most });
    }
    return value;
  },
  show: String,
});
