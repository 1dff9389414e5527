import type { ReactNode } from 'react';

interface Options {
  /** The type of the referenced records. */
  target?: string;
  /** The type of the record being edited. */
  type?: string;
  /** Whether the value is left to right in every language, like an address. */
  ltr?: boolean;
  /** The name of a group of fields. */
  group?: string;
  /** The fields that a heading collapses, or those that one input writes. */
  fields?: string[];
}

/** The user's rights to the fields of the record. */
interface Rights {
  read: (field: string) => boolean;
  edit: (field: string) => boolean;
}

/** Properties that the content manager passes to a custom field's input; `options` come from the schema. */
export type InputProps = {
  name: string;
  label: ReactNode;
  labelAction?: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  attribute: { options?: Options; enum?: string[] };
  /** Passed to the inputs that `form-layout.ts` adds to forms. */
  rights?: Rights;
};
