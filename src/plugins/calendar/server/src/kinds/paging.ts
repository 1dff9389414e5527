import { count } from './count';
import { withStandard } from './param';

/** Spec 8: the first page, ten records on it. */
export const paging = { page: withStandard(count, 1), per_page: withStandard(count, 10) };
