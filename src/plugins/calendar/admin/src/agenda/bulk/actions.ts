/** What is done with each event, as the route is asked for it (D15.8). */
export type Asked =
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

/** A thing that is changed: ids of references, wall times, states of a language. */
export interface Change {
  field: Reference | 'cost' | 'event_status' | 'start_date' | 'end_date' | 'state' | 'copy';
  language?: string;
  from: unknown;
  to: unknown;
}

/** What brings an event back; the server knows what stands in it. */
interface Undo {
  revision: number;
  /** It is a copy that was made. */
  made?: true;
}

/** What became of an event, or would become of it. */
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

/** What was done, with what takes it back. */
export interface Done {
  records: Outcome[];
  undo: { id: number; undo: Undo; seen?: number }[];
}

/** Whether any of it can be taken back. */
export const isUndoable = ({ undo }: Done) => undo.length > 0;

/** Something went wrong with it, or before its turn came: it can be tried again as it was. */
export const hasFailed = ({ refused }: Outcome) => refused?.why === 'failed';

/** An event that an action changes. */
export const isChanged = ({ changes, refused }: Outcome) => !refused && changes.length > 0;
