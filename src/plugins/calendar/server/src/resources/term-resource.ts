import type { Viewer } from '../access/viewer';
import type { Params, ReadContext } from '../kinds/kind';
import type { Values } from '../kinds/read';
import type { MessageKey } from '../messages/t';
import type { Sorting } from '../query/term-order';
import type { ListedTerm } from '../representation/records';
import type { View } from '../representation/view';
import type { TermType } from '../settings/record-types';
import type { Resource, Together } from './resource';

type Shared = Pick<Resource, 'path' | 'bySlug' | 'filters'>;

/** Spec 4.5 and 4.6: all that is particular to categories or tags, which are never drafts. */
export interface TermResource extends Shared {
  type: TermType;
  together(values: Values<Params>, context: ReadContext & { viewer: Viewer }): Together;
  sorting(values: Values<Params>, context: ReadContext): Sorting[];
  represent(record: ListedTerm, view: View): object;
  representListed(record: ListedTerm, view: View): object;
  representDeleted(record: ListedTerm, view: View): object;
  /** The code, which is also the name of its text. */
  refusals: { notFound: MessageKey };
}
