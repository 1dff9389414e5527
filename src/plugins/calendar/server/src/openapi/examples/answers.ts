import { readParams } from '../../params/read-params';
import { representList, representTermList } from '../../representation/list';
import { listParams, shownFilters } from '../../resources/read-list';
import { isPostType, nameOf } from '../../settings/record-types';
import type { DescribeContext } from '../context';
import type { DescribedResource } from '../described-resource';
import type { Action } from '../operations';
import { recordOf, type Standing } from './records';
import { changes, newRecords, type Values } from './requests';

type Example = [name: string, value: object];

/** As a controller shows a record after an action. */
function shown(
  action: Action,
  resource: DescribedResource,
  { context, ...record }: { context: DescribeContext; sent: Values; standing: Standing },
): object {
  const { type, represent, representAlone = represent, representListed = represent } = resource;
  const { sent, standing } = record;
  const made = recordOf(type, sent, { context, standing }) as never;
  if (!isPostType(type)) {
    const last = action === 'list' || action === 'delete';
    return last ? representListed(made, context) : represent(made, context);
  }
  return action === 'read' ? representAlone(made, context) : represent(made, context);
}

/** What a list is asked for: the month of the event. */
const query = ({ type }: DescribedResource) =>
  type === 'event' ? { start_date: '2027-05-01', end_date: '2027-05-31' } : {};

function listOf(record: object, resource: DescribedResource, context: DescribeContext): object {
  const { type, path, filters, together } = resource;
  const values = readParams(listParams(filters), query(resource), context);
  const sight = { now: context.now };
  const asked = {
    address: `${context.root}/${path}`,
    page: values.page ?? 1,
    perPage: Math.min(values.per_page ?? 1, context.settings.maxPerPage),
    total: 1,
    filters: shownFilters(resource, values, together?.(values, { ...context, sight })),
  };
  return isPostType(type)
    ? representList(path, [record], asked)
    : representTermList(path, [record], asked);
}

/** Spec 4: what each operation on a resource answers, by the names of the answers. */
export function answered(resource: DescribedResource, context: DescribeContext): Example[] {
  const { type } = resource;
  const name = nameOf(type);
  const sent = newRecords(context.language)[type];
  const changed = { ...sent, ...changes(context.language)[type] };
  const inUse = { count: 1 };
  const made = { context, sent, standing: { count: type === 'event' ? 1 : 0 } };
  const used = { context, sent, standing: inUse };
  const after = { context, sent: changed, standing: inUse };
  const gone = { context, sent: changed, standing: { count: 1, trashed: true } };
  return [
    [`${name}List`, listOf(shown('list', resource, used), resource, context)],
    [name, shown('read', resource, used)],
    [`${name}Made`, shown('create', resource, made)],
    [`${name}Changed`, shown('update', resource, after)],
    [`${name}Deleted`, shown('delete', resource, gone)],
  ];
}
