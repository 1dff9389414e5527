import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import english from '../translations/en.json';
import { type TextKey, useText } from '../use-text';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/** The translation key of a choice. */
const keyOf = (name: string, value: string) => `choice.${name}.${value}` as TextKey;

/** A select with translated choices; an empty choice is offered where empty has a meaning of its own. */
export default function ChoiceInput({ attribute, disabled, ...frame }: InputProps) {
  const { name } = frame;
  const text = useText();
  const { value, error, onChange } = useField<string | null>(name);
  const labelOf = (choice: string) =>
    keyOf(name, choice) in english ? text(keyOf(name, choice)) : choice;
  const none = keyOf(name, 'none') in english;
  return (
    <InputFrame {...frame} error={error}>
      <SingleSelect
        value={value ?? ''}
        disabled={disabled}
        onChange={(choice: string | number) => onChange(name, choice ? String(choice) : null)}
      >
        {none && <SingleSelectOption value="">{labelOf('none')}</SingleSelectOption>}
        {attribute.enum?.map((choice) => (
          <SingleSelectOption key={choice} value={choice}>
            {labelOf(choice)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </InputFrame>
  );
}
