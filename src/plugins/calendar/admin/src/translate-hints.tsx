import type { ReactNode } from 'react';
import { useDirection } from './direction';
import english from './translations/en.json';
import { type TextKey, useText } from './use-text';

type Field = { name: string; hint?: ReactNode };
type Layout = { layout: Field[][][] };

function Hint({ of }: { of: TextKey }) {
  const text = useText();
  return <span dir={useDirection()}>{text(of)}</span>;
}

/** A hint as the schema has it is shown in the admin's language; one that a host wrote stays. */
function translated<One extends Field>(field: One): One {
  const key = `hint.${field.name}` as TextKey;
  return field.hint && english[key] === field.hint ? { ...field, hint: <Hint of={key} /> } : field;
}

/** A hook of the content manager: Strapi translates the labels of fields, but not their hints. */
export const translateHints = <Given extends { layout: Layout }>({ layout, ...rest }: Given) => ({
  ...rest,
  layout: {
    ...layout,
    layout: layout.layout.map((panel) => panel.map((row) => row.map(translated))),
  },
});
