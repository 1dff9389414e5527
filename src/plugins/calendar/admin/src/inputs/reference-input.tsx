import { useField } from '@strapi/strapi/admin';
import { idsOf } from '../reference-value';
import type { InputProps } from './input-props';
import { ReferenceField } from './reference-field';

/** D4.3: one record by its id, or null. */
export default function ReferenceInput(props: InputProps) {
  const { value, error, onChange } = useField(props.name);
  return (
    <ReferenceField
      {...props}
      error={error}
      ids={idsOf(value)}
      most={1}
      onIds={([id = null]) => onChange(props.name, id)}
    />
  );
}
