import { Field, Flex, Switch, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useId } from 'react';
import { styled } from 'styled-components';
import { useDirection } from '../direction';
import type { InputProps } from './input-props';

/**
 * A switch with a neutral colour for "no", which Strapi paints red, and a pale one when disabled. Always left to
 * right, because its thumb is moved from the left.
 */
const PlainSwitch = styled(Switch)`
  && {
    direction: ltr;
    background-color: ${({ theme }) => theme.colors.neutral500};
  }

  &&[data-state='checked'] {
    background-color: ${({ theme }) => theme.colors.success500};
  }

  &&[data-disabled] {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

/** A boolean as a switch; null counts as no. */
export default function SwitchInput({
  name,
  label,
  labelAction,
  hint,
  required,
  disabled,
}: InputProps) {
  const { value, error, onChange } = useField<boolean | null>(name);
  const id = useId();
  const described = error ? 'error' : hint ? 'hint' : undefined;
  return (
    <Field.Root
      id={id}
      name={name}
      error={error}
      hint={hint}
      required={required}
      dir={useDirection()}
    >
      <Flex gap={3} paddingTop={1}>
        <PlainSwitch
          id={`${name}-switch`}
          checked={value === true}
          disabled={disabled}
          aria-label={String(label)}
          aria-describedby={described && `${id}-${described}`} // Strapi's other inputs do so themselves.
          aria-invalid={Boolean(error)}
          onCheckedChange={(on: boolean) => onChange(name, on)}
        />
        <Typography tag="label" variant="pi" fontWeight="bold" htmlFor={`${name}-switch`}>
          {label}
        </Typography>
        {labelAction}
      </Flex>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
