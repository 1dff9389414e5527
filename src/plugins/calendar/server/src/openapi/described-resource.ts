import type { Params, ReadContext } from '../kinds/kind';
import type { Values } from '../kinds/read';
import type { Sight } from '../query/sight';
import type { View } from '../representation/view';
import type { Filters, Together } from '../resources/resource';
import type { RecordType } from '../settings/record-types';
import type { TextKey } from '../texts/text';

/** What a description reads of a resource, of posts or of terms. */
export interface DescribedResource {
  type: RecordType;
  path: string;
  bySlug: boolean;
  filters: Filters;
  editorFilters?: Filters;
  single?: Params;
  together?(values: Values<Params>, context: ReadContext & { sight: Sight }): Together;
  represent(record: never, view: View): object;
  representAlone?(record: never, view: View): object;
  representListed?(record: never, view: View): object;
  refusals: {
    notFound: TextKey;
    notAccessible?: TextKey;
    noLongerAvailable?: TextKey;
    protected?: TextKey;
    noSuchPage?: TextKey;
  };
}
