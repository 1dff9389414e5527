import type { ReactNode } from 'react';

/** What the content manager hands to a custom field's input; `options` stand in the schema. */
export type InputProps = {
  name: string;
  label: ReactNode;
  labelAction?: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  attribute: { options?: { target?: string } };
};
