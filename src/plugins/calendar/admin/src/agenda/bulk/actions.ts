import type { Outcome, ShownChange } from '../../../../server/src/records/locked-event';
import type { BulkRequest } from '../../../../server/src/resources/bulk';
import type { ReferenceField } from '../../../../server/src/settings/record-types';

type WithoutRecords<Request> = Request extends unknown
  ? Omit<Request, 'records' | 'preview'>
  : never;

/** D15.8: an action on each selected event, as the body of the bulk route. */
export type BulkAction = WithoutRecords<Exclude<BulkRequest, { action: 'undo' }>>;

/** A state that a language can be brought into. */
export type Target = Extract<BulkAction, { action: 'state' }>['state'];

export type Every = NonNullable<Extract<BulkAction, { action: 'copy' }>['repeat']>['every'];

export type Fields = Extract<BulkAction, { action: 'set' }>['fields'];

export type How = NonNullable<Fields[ReferenceField]>['how'];

export type { Outcome, ShownChange as Change };

/** The names of what events refer to, by field and id. */
export type Names = Partial<Record<ReferenceField, Record<number, string>>>;

export interface Answer {
  records: Outcome[];
  names: Names;
}

/** A finished action, with the tokens to undo it. */
export interface Done {
  records: Outcome[];
  undo: { id: number; undo: NonNullable<Outcome['undo']>; seen?: number }[];
}

/** Whether any of it can be taken back. */
export const isUndoable = ({ undo }: Done) => undo.length > 0;

/** Whether the action failed or was not reached, so that it can be retried unchanged. */
export const hasFailed = ({ refused }: Outcome) => refused?.why === 'failed';

/** An event that an action changes. */
export const isChanged = ({ changes, refused }: Outcome) => !refused && changes.length > 0;
