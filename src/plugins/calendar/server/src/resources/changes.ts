import { z } from 'zod';
import { whereUnlocked } from '../access/sql';
import { utcInstant } from '../kinds/dates/date';
import { InvalidValue, type Kind, oneText, withDefault } from '../kinds/kind';
import { count } from '../kinds/number';
import { identifierText } from '../kinds/text/text';
import { onRange, sql } from '../sql/sql';
import { type Filters, filter } from './resource';
import type { Route } from './routes';

/** D8.14: a position up to which a caller has read the list of changes. */
export interface ChangeCursor {
  /** The generation in which the position is valid; a restore of the database begins another. */
  generation: string;
  /** The position of the last entry that was read. */
  position: number;
  /** The time of issue, in seconds since 1970. */
  issued: number;
  /** A hash of what the caller could see. */
  rights: string;
}

const BASE = 36;

const FORM = /^([\w-]{1,32})\.([\da-z]{1,10})\.([\da-z]{1,8})\.([\w-]{1,32})$/;

const number = (digits: string) => Number.parseInt(digits, BASE);

/** A cursor as an opaque token, for the parameter `since`. */
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

/** The list of changes of all types; not part of the specification. */
export const CHANGE_ROUTES: Route[] = [{ method: 'GET', path: '/changes', handler: 'change.find' }];

/** Maximum entries of a page; a larger `per_page` is silently reduced. */
export const MAX_CHANGES = 1000;

/** D8.14: the parameters of `/changes` other than the language. */
export const CHANGE_PARAMS = { since: changeCursor, per_page: withDefault(count, MAX_CHANGES) };

/** D5.7: filters of every list by when the shown row was last changed, as exact instants. */
export const MODIFIED: Filters = {
  modified_after: filter(utcInstant, (instant) => onRange(sql`e.updated_at > ${instant}`)),
  modified_before: filter(utcInstant, (instant) => onRange(sql`e.updated_at < ${instant}`)),
};

/** D4.13: filters by a record's id in another system and by the name of that system. */
export const EXTERNAL: Filters = {
  external_id: filter(identifierText, (id) => sql`e.external_id = ${id}`),
  source: filter(identifierText, (source) => sql`e.source = ${source}`),
};

/** D4.13, D10.7: the same for events; protected ones match only viewers for whom they are unlocked. */
export const EXTERNAL_OF_EVENTS: Filters = {
  external_id: filter(identifierText, (id, viewer) =>
    whereUnlocked(sql`e.external_id = ${id}`, viewer),
  ),
  source: filter(identifierText, (source, viewer) =>
    whereUnlocked(sql`e.source = ${source}`, viewer),
  ),
};
