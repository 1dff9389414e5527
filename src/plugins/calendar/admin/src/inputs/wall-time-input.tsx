import { Box, Flex, IconButton, TextInput } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useText } from '../use-text';
import { partsOf, type WallTimeParts, wallTimeOf } from '../wall-time';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/** The room that a date needs, and a time to the second: beside each other where there is enough. */
const ROOM = { date: '15rem', time: '20rem' };

/** A local date and time, kept as it was typed: the browser's own zone plays no part. */
export default function WallTimeInput({ attribute, disabled, ...frame }: InputProps) {
  const { name } = frame;
  const text = useText();
  const { value, error, onChange } = useField<string | null>(name);
  const [typed, setTyped] = useState(() => partsOf(value));
  const stored = wallTimeOf(partsOf(value));
  const parts = stored === wallTimeOf(typed) ? typed : partsOf(value);

  const change = (part: Partial<WallTimeParts>) => {
    const next = { ...parts, ...part };
    setTyped(next);
    onChange(name, wallTimeOf(next));
  };

  return (
    <InputFrame {...frame} error={error}>
      <Flex gap={2} wrap="wrap" alignItems="stretch">
        <Box flex={`1 1 ${ROOM.date}`}>
          <TextInput
            type="date"
            max="9999-12-31"
            value={parts.date}
            disabled={disabled}
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
        </Box>
        <Flex gap={2} flex={`1 1 ${ROOM.time}`}>
          <Box flex="1">
            <TextInput
              id={`${name}-time`}
              type="time"
              step={1}
              aria-label={text('wall-time.time', { field: String(frame.label) })}
              value={parts.time}
              disabled={disabled}
              onChange={(event) => change({ time: event.currentTarget.value })}
              onBlur={() => setTyped(partsOf(value))}
            />
          </Box>
          {stored && !disabled && (
            <IconButton
              label={text('input.clear', { field: String(frame.label) })}
              size="L"
              onClick={() => change({ date: '', time: '' })}
            >
              <Cross />
            </IconButton>
          )}
        </Flex>
      </Flex>
    </InputFrame>
  );
}
