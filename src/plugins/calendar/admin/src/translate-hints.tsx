import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import english from '../../server/src/messages/fields/en.json';
import type { FieldWords } from '../../server/src/messages/t';
import { useDirection } from './direction';

type Field = { name: string; hint?: ReactNode };
type Layout = { layout: Field[][][] };

const HINTS = new Map(
  Object.entries<FieldWords>(english).map(([name, { hint = '' }]) => [name, hint]),
);

/** Returns a function that gives a field's hint in the admin's language; undefined for fields without one. */
export function useHint() {
  const { formatMessage } = useIntl();
  return (name: string) => {
    const defaultMessage = HINTS.get(name);
    return defaultMessage && formatMessage({ id: `calendar.hint.${name}`, defaultMessage });
  };
}

function Hint({ of }: { of: string }) {
  const hint = useHint();
  return <span dir={useDirection()}>{hint(of)}</span>;
}

/** Translates a hint that equals the schema's; one that a host wrote stays. */
function translated<One extends Field>(field: One): One {
  const { name, hint } = field;
  return hint && HINTS.get(name) === hint ? { ...field, hint: <Hint of={name} /> } : field;
}

/** A hook of the content manager: Strapi translates the labels of fields, but not their hints. */
export const translateHints = <Given extends { layout: Layout }>({ layout, ...rest }: Given) => ({
  ...rest,
  layout: {
    ...layout,
    layout: layout.layout.map((panel) => panel.map((row) => row.map(translated))),
  },
});
