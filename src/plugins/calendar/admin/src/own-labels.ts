import english from '../../server/src/messages/fields/en.json';
import type { FieldWords } from '../../server/src/messages/t';

/** Strapi's message id for the label of a content type's field. */
export const labelId = (model: string, field: string) =>
  `content-manager.content-types.${model}.${field}`;

const WORDS: Partial<Record<string, FieldWords>> = english;

/** A label as a message without a translation. */
interface OwnLabel {
  id: string;
  defaultMessage: string;
}

/**
 * Keeps a label that a host wrote in *Configure the view*: Strapi translates labels by the names of their fields
 * alone, and would show ours instead.
 */
export function keepOwnLabel<Field extends { name: string; label?: string | OwnLabel }>(
  type: string,
  field: Field,
): Field {
  const { name, label } = field;
  const ours = WORDS[`${type}.${name}`]?.label ?? WORDS[name]?.label;
  if (typeof label !== 'string' || [ours, name, ''].includes(label)) return field;
  return { ...field, label: { id: 'calendar.own-label', defaultMessage: label } };
}
