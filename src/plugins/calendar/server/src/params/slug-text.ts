import { oneText, type Param } from './param';

/** A slug to look for. */
export const slugText: Param<string> = { schema: { type: 'string' }, read: oneText, show: String };
