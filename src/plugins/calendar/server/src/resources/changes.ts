import { changeCursor } from '../kinds/change-cursor';
import { withDefault } from '../kinds/kind';
import { count } from '../kinds/number';
import type { Route } from './routes';

/** What has changed, of all types at once; none of the specification's routes. */
export const CHANGE_ROUTES: Route[] = [{ method: 'GET', path: '/changes', handler: 'change.find' }];

/** Lines on a page; more are cut without a word. */
export const MOST_CHANGES = 1000;

/** D8.14: the parameters of `/changes` besides the language. */
export const CHANGE_PARAMS = { since: changeCursor, per_page: withDefault(count, MOST_CHANGES) };
