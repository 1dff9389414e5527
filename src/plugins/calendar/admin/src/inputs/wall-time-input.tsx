import { Box, Flex, IconButton } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import { type FocusEvent, useState } from 'react';
import { afterClick } from '../after-click';
import { useText } from '../use-text';
import type { Half } from '../wall-time';
import { ClockInput } from './clock-input';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';
import { useWallTime, type WallTimeOptions } from './use-wall-time';

/** Minimum widths of the date and of a time with seconds; they wrap when there is not enough space. */
const ROOM = { date: '15rem', time: '20rem' };

/** Attributes of the half without the error: Strapi focuses the input that an error describes. */
const withoutError = { 'aria-describedby': undefined, 'aria-invalid': false };

type Props = InputProps & {
  /** What a save would refuse. */
  fault?: string;
};

/** A date input, a time input, and a button that clears both. */
export function DateAndTime(props: Props & { options: WallTimeOptions }) {
  const { attribute, disabled, fault, options, ...frame } = props;
  const { name } = frame;
  const { allDay } = options;
  const text = useText();
  const wall = useWallTime(name, options);
  const [left, setLeft] = useState(false);
  const missing = left || wall.isSent ? wall.unfinished : undefined;
  const errorPropsOf = (half: Half) => (missing && missing !== half ? withoutError : {});

  const onBlur = ({ currentTarget, target, relatedTarget }: FocusEvent) => {
    wall.leave(target);
    if (!currentTarget.contains(relatedTarget)) afterClick(() => setLeft(true)); // The error needs room.
  };

  const typed = {
    disabled,
    onChange: wall.tell,
    onFocus: wall.begin,
    onMouseDown: wall.begin,
    onKeyDown: wall.press,
    onKeyUp: wall.release,
    onPaste: wall.paste,
  };
  return (
    <InputFrame
      {...frame}
      error={missing ? text(`wall-time.unfinished.${missing}`) : (wall.error ?? fault)}
    >
      <Flex
        gap={2}
        wrap="wrap"
        alignItems="stretch"
        onFocus={() => !wall.unfinished && setLeft(false)}
        onBlur={onBlur}
      >
        <Box flex={`1 1 ${ROOM.date}`}>
          <ClockInput
            type="date"
            max="9999-12-31"
            ref={wall.date}
            {...typed}
            {...errorPropsOf('date')}
          />
        </Box>
        <Flex gap={2} flex={allDay ? '0 0 auto' : `1 1 ${ROOM.time}`}>
          <Box flex="1" display={allDay ? 'none' : undefined}>
            <ClockInput
              id={`${name}-time`}
              type="time"
              step={wall.hasSeconds ? 1 : undefined}
              aria-label={text('wall-time.time', { field: String(frame.label) })}
              ref={wall.time}
              {...typed}
              {...errorPropsOf('time')}
            />
          </Box>
          {!wall.empty && !disabled && (
            <IconButton
              label={text('input.clear', { field: String(frame.label) })}
              size="L"
              onClick={wall.clear}
            >
              <Cross />
            </IconButton>
          )}
        </Flex>
      </Flex>
    </InputFrame>
  );
}

/** A wall time, stored as typed: the browser's zone does not matter. */
export default function WallTimeInput({
  zone,
  onMove,
  ...props
}: Props & Pick<WallTimeOptions, 'zone' | 'onMove'>) {
  const allDay = useField('all_day').value === true;
  return <DateAndTime {...props} options={{ allDay, zone, onMove }} />;
}
