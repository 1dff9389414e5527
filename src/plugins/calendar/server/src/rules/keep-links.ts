import type { Values } from '../content-types/rows';
import { uidOf } from '../settings/record-types';
import { addLinks, writeLinks } from '../store/links';

interface RowSaved {
  result?: { id?: number };
  params: { data?: Values };
}

const after =
  (write: typeof writeLinks) =>
  ({ result, params }: RowSaved) =>
    result?.id && params.data ? write(result.id, params.data) : undefined;

/** D4.4: links follow the rows themselves, so that Strapi's own copies of a row have theirs too. */
export function keepLinks(): void {
  strapi.db.lifecycles.subscribe({
    models: [uidOf('event')],
    afterCreate: (event) => after(addLinks)(event as RowSaved),
    afterUpdate: (event) => after(writeLinks)(event as RowSaved),
  });
}
