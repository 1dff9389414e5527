import type { Viewer } from '../access/viewer';
import type { Params, ReadContext } from '../kinds/kind';
import type { Values } from '../kinds/read';
import type { MessageKey } from '../messages/t';
import type { View } from '../representation/view';
import type { Filters, Together } from '../resources/resource';
import type { RecordType } from '../settings/record-types';

/** What a description reads of a resource, of posts or of terms. */
export interface DescribedResource {
  type: RecordType;
  path: string;
  bySlug: boolean;
  filters: Filters;
  editorFilters?: Filters;
  single?: Params;
  together?(values: Values<Params>, context: ReadContext & { viewer: Viewer }): Together;
  represent(record: object, view: View): object;
  representAlone?(record: object, view: View): object;
  representListed?(record: object, view: View): object;
  refusals: {
    notFound: MessageKey;
    notAccessible?: MessageKey;
    noLongerAvailable?: MessageKey;
    protected?: MessageKey;
    noSuchPage?: MessageKey;
  };
}
