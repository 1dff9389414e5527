import type { ReactNode } from 'react';

interface Options {
  /** The type of the records that are referred to. */
  target?: string;
  /** The type of the record whose form it is. */
  type?: string;
  /** Addresses and the like are written from left to right in any language. */
  ltr?: boolean;
  /** What a group of fields is about. */
  group?: string;
  /** The fields behind a heading that opens them, or those that one input writes. */
  fields?: string[];
}

/** What somebody may do with the fields of a record. */
interface Rights {
  read: (field: string) => boolean;
  edit: (field: string) => boolean;
}

/** What the content manager hands to a custom field's input; `options` stand in the schema. */
export type InputProps = {
  name: string;
  label: ReactNode;
  labelAction?: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  attribute: { options?: Options; enum?: string[] };
  /** Handed to the inputs that `form-layout.ts` puts into forms. */
  rights?: Rights;
};
