import type { Viewer } from '../../../src/plugins/calendar/server/src/access/viewer';
import { flag } from '../../../src/plugins/calendar/server/src/kinds/choice';
import { type Filters, filter } from '../../../src/plugins/calendar/server/src/resources/resource';
import {
  conditionsOf,
  criteriaOf,
} from '../../../src/plugins/calendar/server/src/resources/shared/list';
import { sql } from '../../../src/plugins/calendar/server/src/sql/sql';

const said = sql`e.all_day`;
const viewer = {} as Viewer;
const combined = { conditions: () => [], params: {}, criteria: { conditions: [] } };

const ofFilters = (all_day: Filters[string], values: { all_day?: boolean }) => {
  const list = { filters: { all_day } };
  const asking = { values, combined, viewer };
  return { conditions: conditionsOf(list, asking), criteria: criteriaOf(list, asking) };
};

it('reads from the records if a given filter has no condition on the listing', () => {
  const known = filter(flag, () => said);
  const sent = ofFilters(known, { all_day: true });
  expect(sent).toEqual({ conditions: [said], criteria: undefined });
  expect(ofFilters(known, {})).toMatchObject({ conditions: [], criteria: { conditions: [] } });
});

it('reads from the listing if every given filter has a condition there', () => {
  const known = filter(
    flag,
    () => said,
    () => said,
  );
  expect(ofFilters(known, { all_day: true }).criteria).toMatchObject({ conditions: [said] });
  const told = ofFilters(filter(flag), { all_day: true }); // Others ask it together.
  expect(told.criteria).toMatchObject({ conditions: [] });
});
