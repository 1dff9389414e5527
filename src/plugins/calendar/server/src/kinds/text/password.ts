import { type Param, Unreadable } from '../param';

/** D10.7: what unlocks a protected event; blanks count. */
export const password: Param<string> = {
  schema: { type: 'string' },
  read(sent) {
    if (typeof sent !== 'string') throw new Unreadable('not_one_value');
    return sent;
  },
  show: String,
};
