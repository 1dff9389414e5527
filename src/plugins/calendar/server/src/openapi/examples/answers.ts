import { readParams } from '../../kinds/read';
import { representList, representTermList } from '../../representation/list';
import { feedAddress } from '../../resources/feed-address';
import { listParams, shownFilters } from '../../resources/read-list';
import { isPostType, nameOf } from '../../settings/record-types';
import type { DescribeContext } from '../context';
import type { DescribedResource } from '../described-resource';
import type { exampleRecords } from './records';

/** What a list is asked for: the month of the event. */
const query = ({ type }: DescribedResource) =>
  type === 'event' ? { start_date: '2027-05-01', end_date: '2027-05-31' } : {};

function listOf(record: object, resource: DescribedResource, context: DescribeContext): object {
  const { type, path, filters, together } = resource;
  const values = readParams(listParams(filters), query(resource), context);
  const viewer = { now: context.now };
  const shown = shownFilters(resource, values, together?.(values, { ...context, viewer }));
  const querystring = String(new URLSearchParams(shown));
  const asked = {
    address: `${context.root}/${path}`,
    page: values.page ?? 1,
    perPage: Math.min(values.per_page ?? 1, context.settings.maxPerPage),
    total: 1,
    filters: shown,
    ...(type === 'event' && { feed: feedAddress(context.root, 'ics', { querystring }) }),
  };
  return isPostType(type)
    ? representList(path, [record], asked)
    : representTermList(path, [record], asked);
}

/** As controllers show a record: alone where it is read, after a write, among others, and at last. */
function shownBy(resource: DescribedResource) {
  const { type, represent, representAlone = represent, representListed = represent } = resource;
  return isPostType(type)
    ? { alone: representAlone, written: represent, listed: represent, last: represent }
    : { alone: represent, written: represent, listed: representListed, last: representListed };
}

/** Spec 4: what each operation on a resource answers, by the names of the answers. */
export function answered(
  resource: DescribedResource,
  records: ReturnType<typeof exampleRecords>,
  context: DescribeContext,
): [name: string, value: object][] {
  const { type } = resource;
  const { made, used, changed, deleted } = records[type];
  const { alone, written, listed, last } = shownBy(resource);
  const name = nameOf(type);
  return [
    [`${name}List`, listOf(listed(used, context), resource, context)],
    [name, alone(used, context)],
    [`${name}Made`, written(made, context)],
    [`${name}Changed`, written(changed, context)],
    [`${name}Deleted`, last(deleted, context)],
  ];
}
