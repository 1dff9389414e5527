import type { Caller } from '../../src/plugins/calendar/server/src/access/rights';

/** A caller without credentials. */
export const ANYBODY: Caller = {
  userId: 0,
  known: false,
  may: async () => false,
  mayUpload: async () => false,
};
