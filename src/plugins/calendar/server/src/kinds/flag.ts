import { oneText, type Param, Unreadable } from './param';

const YES = ['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'];
const NO = ['0', 'false', 'no', 'n', 'off', 'disable', 'disabled'];

/** A boolean in any of the usual words, upper or lower case. */
export const flag: Param<boolean> = {
  schema: { type: 'boolean' },
  read(sent) {
    const word = oneText(sent).toLowerCase();
    if (YES.includes(word)) return true;
    if (NO.includes(word)) return false;
    throw new Unreadable('not_flag');
  },
  show: (value) => (value ? '1' : '0'),
};
