import { useField, useForm } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import { idsOf } from '../reference-value';
import type { InputProps } from './input-props';
import { ReferenceField } from './reference-field';

/** The id of the record in the form, which cannot be part of itself; none in a copy, which can be part of its original. */
function useOwnIds() {
  const { origin } = useParams();
  const stored = useForm('OwnIds', (form) => form.initialValues) as { public_id?: number };
  return origin ? [] : idsOf(stored.public_id);
}

/** D4.3: one record by its id, or null: the parent, which is of the same type as the record. */
export default function ReferenceInput(props: InputProps) {
  const { value, error, onChange } = useField(props.name);
  const own = useOwnIds();
  return (
    <ReferenceField
      {...props}
      error={error}
      not={own}
      ids={idsOf(value)}
      most={1}
      onIds={([id = null]) => onChange(props.name, id)}
    />
  );
}
