import { oneText, type Param } from '../param';

/** A slug to look for. */
export const slugText: Param<string> = {
  schema: { type: 'string', minLength: 1 },
  read: oneText,
  show: String,
};
