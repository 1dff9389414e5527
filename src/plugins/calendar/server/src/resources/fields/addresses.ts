import { address } from '../../kinds/text/text';
import type { RecordType } from '../../settings/record-types';
import { FIELDS } from '.';

/** The fields of a type that hold the full address of a page. */
export const addressFields = (type: RecordType): string[] =>
  Object.entries(FIELDS[type])
    .filter(([, { read }]) => read === address.read)
    .map(([name]) => name);
