/** D15.8: an action on each selected event, as the body of the bulk route. */
export type BulkAction =
  | { action: 'set'; fields: Fields }
  | { action: 'shift'; days: number }
  | { action: 'state'; state: Target; language?: string }
  | { action: 'trash' | 'restore' }
  | { action: 'copy'; days?: string[]; repeat?: { every: Every; times: number } };

/** A state that a language can be brought into. */
export type Target = 'publish' | 'private' | 'pending' | 'draft';

export type Every = 'day' | 'week' | 'month-date' | 'month-weekday';

export type How = 'replace' | 'add' | 'remove';

export const REFERENCES = ['venue', 'organizer', 'categories', 'tags'] as const;

export type Reference = (typeof REFERENCES)[number];

export type Fields = Partial<Record<Reference, { how: How; ids: number[] }>> & {
  cost?: string;
  event_status?: string;
};

/** One changed value of an event: ids of references, wall times, or the state of a language. */
export interface Change {
  field: Reference | 'cost' | 'event_status' | 'start_date' | 'end_date' | 'state' | 'copy';
  language?: string;
  from: unknown;
  to: unknown;
}

/** Token that undoes an action on an event; opaque except for these members. */
interface Undo {
  revision: number;
  /** The event is a copy that the action created. */
  made?: true;
}

/** The result of an action on one event, or its preview. */
export interface Outcome {
  id: number;
  revision?: number;
  changes: Change[];
  along: { type: 'venue' | 'organizer'; id: number }[];
  skipped: string[];
  inexact: string[];
  refused?: {
    why: 'gone' | 'rights' | 'trash' | 'changed' | 'undated' | 'rule' | 'failed';
    text?: string;
    fields?: string[];
    languages?: string[];
  };
  undo?: Undo;
  copies?: { id: number; undo: Undo }[];
}

/** The names of what events refer to, by field and id. */
export type Names = Partial<Record<Reference, Record<number, string>>>;

export interface Answer {
  records: Outcome[];
  names: Names;
}

/** A finished action, with the tokens to undo it. */
export interface Done {
  records: Outcome[];
  undo: { id: number; undo: Undo; seen?: number }[];
}

/** Whether any of it can be taken back. */
export const isUndoable = ({ undo }: Done) => undo.length > 0;

/** Whether the action failed or was not reached, so that it can be retried unchanged. */
export const hasFailed = ({ refused }: Outcome) => refused?.why === 'failed';

/** An event that an action changes. */
export const isChanged = ({ changes, refused }: Outcome) => !refused && changes.length > 0;
