import { useField } from '@strapi/strapi/admin';
import { idsOf } from '../reference-value';
import type { InputProps } from './input-props';
import { ReferenceField } from './reference-field';

/** D4.3: several records, in order, as an array of their ids. */
export default function ReferencesInput(props: InputProps) {
  const { value, error, onChange } = useField(props.name);
  return (
    <ReferenceField
      {...props}
      error={error}
      ids={idsOf(value)}
      most={Number.POSITIVE_INFINITY}
      onIds={(ids) => onChange(props.name, ids)}
    />
  );
}
