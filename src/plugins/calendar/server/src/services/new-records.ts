import { invalidParams } from '../messages/errors';
import { settings } from './settings';
import type { Writing } from './write-request';

/** A write, with the number of records that it may still make besides its own. */
export interface Making extends Writing {
  left: number;
}

export const making = (writing: Writing): Making => ({
  ...writing,
  left: settings().limits.newRecords,
});

/** D9.7: a field would make more records than one write may. */
export const tooManyNew = (field: string) =>
  invalidParams({
    [field]: { text: 'too_many_new', values: { most: settings().limits.newRecords } },
  });

/** Counts a record that is about to be made; throws CalendarError 400 naming the field. */
export function countNew(field: string, counted: Making): void {
  if (counted.left === 0) throw tooManyNew(field);
  counted.left -= 1;
}
