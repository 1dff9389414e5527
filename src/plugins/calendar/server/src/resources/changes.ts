import { z } from 'zod';
import { whereUnlocked } from '../access/sql';
import { utcInstant } from '../kinds/dates/date';
import { InvalidValue, type Kind, oneText, withDefault } from '../kinds/kind';
import { count } from '../kinds/number';
import { identifierText } from '../kinds/text/text';
import { sql } from '../sql/sql';
import { type Filters, filter } from './resource';
import type { Route } from './routes';

/** D8.14: how far a caller has read what has changed. */
export interface ChangeCursor {
  /** Of the positions: after a restore they are others. */
  generation: string;
  /** Of the last line that was read. */
  position: number;
  /** When it was given out, in seconds. */
  issued: number;
  /** What its caller could see, as a hash. */
  rights: string;
}

const BASE = 36;

const FORM = /^([\w-]{1,32})\.([\da-z]{1,10})\.([\da-z]{1,8})\.([\w-]{1,32})$/;

const number = (digits: string) => Number.parseInt(digits, BASE);

/** An opaque text, to be sent back as it was given. */
export const changeCursor: Kind<ChangeCursor> = {
  schema: z.string().regex(FORM),
  read(sent) {
    const [, generation, position, issued, rights] = FORM.exec(oneText(sent)) ?? [];
    if (!generation || !position || !issued || !rights) throw new InvalidValue('not_cursor');
    return { generation, position: number(position), issued: number(issued), rights };
  },
  toParam: ({ generation, position, issued, rights }) =>
    [generation, position.toString(BASE), issued.toString(BASE), rights].join('.'),
};

/** What has changed, of all types at once; none of the specification's routes. */
export const CHANGE_ROUTES: Route[] = [{ method: 'GET', path: '/changes', handler: 'change.find' }];

/** Lines on a page; more are cut without a word. */
export const MAX_CHANGES = 1000;

/** D8.14: the parameters of `/changes` besides the language. */
export const CHANGE_PARAMS = { since: changeCursor, per_page: withDefault(count, MAX_CHANGES) };

/** D5.7: every list can be asked by when the row that it shows was changed, to the instant. */
export const MODIFIED: Filters = {
  modified_after: filter(utcInstant, (instant) => sql`e.updated_at > ${instant}`),
  modified_before: filter(utcInstant, (instant) => sql`e.updated_at < ${instant}`),
};

/** D4.13: what another system calls a record, and which system it is. */
export const EXTERNAL: Filters = {
  external_id: filter(identifierText, (id) => sql`e.external_id = ${id}`),
  source: filter(identifierText, (source) => sql`e.source = ${source}`),
};

/** The same of events, of which protected ones keep it to themselves. */
export const EXTERNAL_OF_EVENTS: Filters = {
  external_id: filter(identifierText, (id, viewer) =>
    whereUnlocked(sql`e.external_id = ${id}`, viewer),
  ),
  source: filter(identifierText, (source, viewer) =>
    whereUnlocked(sql`e.source = ${source}`, viewer),
  ),
};
