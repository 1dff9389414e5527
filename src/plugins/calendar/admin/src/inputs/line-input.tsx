import { TextInput, Typography } from '@strapi/design-system';
import { useField, useForm } from '@strapi/strapi/admin';
import { useDryRun } from '../use-dry-run';
import { useText } from '../use-text';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/** Fields on which the reading of a cost depends. */
const CURRENCY = ['currency_symbol', 'currency_code', 'currency_position'];

type Values = Record<string, unknown>;

/** A one-line text that shows while typing what a save would refuse, and for a cost how it will be read. */
export default function LineInput({ attribute, disabled, placeholder, ...frame }: InputProps) {
  const { name } = frame;
  const text = useText();
  const { value, error, initialValue, onChange } = useField<string | null>(name);
  const isCost = name === 'cost';
  const form = useForm<Values>('LineInput', ({ values }) => values as Values);
  const besides = isCost ? CURRENCY.map((field) => [field, form[field] ?? null]) : [];
  const asked = value && (isCost || value !== initialValue);
  const judged = useDryRun(
    attribute.options?.type ?? 'event',
    asked ? { [name]: value, ...Object.fromEntries(besides) } : undefined,
  );
  return (
    <InputFrame {...frame} error={error ?? judged?.faults[name]}>
      <TextInput
        type={name === 'password' ? 'password' : 'text'}
        autoComplete={name === 'password' ? 'new-password' : undefined}
        dir={attribute.options?.ltr ? 'ltr' : 'auto'}
        value={value ?? ''}
        placeholder={placeholder}
        disabled={disabled}
        onChange={({ target }: { target: { value: string } }) =>
          onChange(name, target.value || null)
        }
      />
      {isCost && judged?.cost && (
        <Typography variant="pi" textColor="neutral800">
          {text('cost.reads', { cost: judged.cost })}
        </Typography>
      )}
    </InputFrame>
  );
}
