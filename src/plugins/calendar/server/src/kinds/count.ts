import { oneText, type Param, Unreadable } from './param';

const WHOLE = /^\+?\d+(\.0+)?(e\d{1,2})?$/i;

/** A whole number from 1, as `page`; `1.0` and `1e1` are whole too (Spec 4.2). */
export const count: Param<number> = {
  schema: { type: 'integer', minimum: 1 },
  read(sent) {
    const written = oneText(sent);
    const value = Number(written);
    if (!WHOLE.test(written) || value < 1 || !Number.isSafeInteger(value)) {
      throw new Unreadable('not_count');
    }
    return value;
  },
  show: String,
};
