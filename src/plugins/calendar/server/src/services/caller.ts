import type { RecordType } from '../settings/record-types';

/** D10.2: what a role or token may do with the records of a type, beyond reading. */
export const RIGHTS = [
  'create',
  'update',
  'delete',
  'publish',
  'findUnpublished',
  'manageOthers',
] as const;

export type Right = (typeof RIGHTS)[number];

/** Who asks, as far as the calendar's services need to know. */
export interface Caller {
  /** The users-permissions id of a registered user; 0 for tokens and for nobody. */
  userId: number;
  /** Whether credentials were sent and accepted. */
  known: boolean;
  may(type: RecordType, right: Right): Promise<boolean>;
  /** D9.4: whether files may be put into the media library. */
  mayUpload(): Promise<boolean>;
}
