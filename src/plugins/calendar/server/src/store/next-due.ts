import { POST_TYPES } from '../settings/record-types';
import { recordTable } from './record-table';
import { qualified } from './table';

/** D6.1: when the next scheduled record is published by itself, over a partial index of each table. */
export const nextDue = (now: string): string =>
  `SELECT MIN(due) FROM (${POST_TYPES.map(
    (type) =>
      `SELECT MIN(date) AS due FROM ${qualified(recordTable(type))} WHERE published_at IS NOT NULL AND date > ${now}`,
  ).join(' UNION ALL ')}) scheduled`;
