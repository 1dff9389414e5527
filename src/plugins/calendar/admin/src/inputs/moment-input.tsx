import { Box, DateTimePicker, Flex, IconButton } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import { useText } from '../use-text';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/** As Strapi has it. */
const LAST_DAY = new Date(2099, 11, 31);

const MINUTE_MS = 60_000;

const minuteOf = (moment: Date) => Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;

/**
 * A moment, by the clocks of the browser. Strapi's picker shows no seconds, and tells the moment without them
 * when the focus leaves its date: walking through a form by keys changed the form. It keeps them where
 * another time is typed, which means none. Its words for its parts and for its crosses are English; there
 * is one cross instead, as beside other times.
 */
export default function MomentInput({ attribute, disabled, ...frame }: InputProps) {
  const { name, label } = frame;
  const text = useText();
  const { value, error, onChange } = useField<string | null>(name);
  const held = value ? new Date(value) : null;

  const take = (moment: Date | undefined) => {
    if (moment && held && minuteOf(moment) === minuteOf(held)) return;
    onChange(name, moment ? new Date(minuteOf(moment)).toISOString() : null);
  };

  return (
    <InputFrame {...frame} error={error}>
      <Flex gap={2} alignItems="stretch">
        <Box flex="1" minWidth={0}>
          <DateTimePicker
            value={held}
            disabled={disabled}
            maxDate={LAST_DAY}
            dateLabel={String(label)}
            timeLabel={text('wall-time.time', { field: String(label) })}
            onChange={take}
          />
        </Box>
        {held && !disabled && (
          <IconButton
            label={text('input.clear', { field: String(label) })}
            size="L"
            onClick={() => onChange(name, null)}
          >
            <Cross />
          </IconButton>
        )}
      </Flex>
    </InputFrame>
  );
}
