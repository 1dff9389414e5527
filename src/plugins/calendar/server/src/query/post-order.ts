import type { Point } from './geography';

/** What a list of venues or organizers can be sorted by: the name, the last change, the publication. */
export const LINKED_ORDERS = ['title', 'modified', 'date'] as const;

/** What a list of events can be sorted by besides. */
export const EVENT_ORDERS = ['start', 'title', 'modified', 'date', 'distance'] as const;

type Plain = Exclude<(typeof EVENT_ORDERS)[number], 'start' | 'distance'>;

/** D8.5: what a list is sorted by; records that are alike go by id, in the same direction. */
export type PostOrder = { descending: boolean } & (
  | { by: Plain }
  /** Drafts may have no start (D5.10): they come last, where there can be any. */
  | { by: 'start'; timeless?: boolean }
  | { by: 'distance'; from: Point }
);

/** What was sent of an order. */
export interface OrderValues {
  orderby?: PostOrder['by'];
  order?: 'asc' | 'desc';
}

/** Upwards unless it is said otherwise; by publication the newest first. */
export const isDescending = ({ order, orderby }: OrderValues): boolean =>
  order ? order === 'desc' : orderby === 'date';
