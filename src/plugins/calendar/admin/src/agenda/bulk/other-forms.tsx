import {
  Button,
  Field,
  Flex,
  NumberInput,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { MAX_COPY_DATES, MAX_SHIFT_DAYS } from '../../../../server/src/settings/agenda';
import type { Language } from '../../../../server/src/settings/languages';
import { DayInput } from '../../inputs/day-input';
import { RemovableTags } from '../../removable-tags';
import { useFocusInPlace } from '../../return-focus';
import { type TextKey, useLanguageName, useText } from '../../use-text';
import { LANGUAGES } from '../agenda-address';
import type { BulkAction, Every, Target } from './actions';

interface Props {
  onAsk: (asked: BulkAction | undefined) => void;
}

const WEEK = 7;
/** Bounds for the number of dates, the original included, or of chosen days. */
const TIMES = { least: 2, most: MAX_COPY_DATES };

const within = (count: number | undefined, least: number, most: number): count is number =>
  count !== undefined && Number.isInteger(count) && count >= least && count <= most;

/** Moves events by days or weeks, later or earlier; by default one week later. */
export function ShiftForm({ onAsk }: Props) {
  const text = useText();
  const [count, setCount] = useState<number | undefined>(1);
  const [unit, setUnit] = useState('week');
  const [way, setWay] = useState('later');
  const size = unit === 'week' ? WEEK : 1;
  const range = { least: 1, most: Math.floor(MAX_SHIFT_DAYS / size) };
  const isWithin = within(count, range.least, range.most);
  const days = isWithin ? count * size * (way === 'later' ? 1 : -1) : 0;

  useEffect(() => {
    onAsk(days === 0 ? undefined : { action: 'shift', days });
  }, [onAsk, days]);

  const select = (
    name: 'unit' | 'way',
    value: string,
    values: string[],
    put: (to: string) => void,
  ) => (
    <Field.Root name={`bulk-${name}`} width="20rem">
      <Field.Label>{text(`bulk.${name}`)}</Field.Label>
      <SingleSelect value={value} onChange={(to) => put(String(to))}>
        {values.map((each) => (
          <SingleSelectOption key={each} value={each}>
            {text(`bulk.${name}.${each}` as TextKey)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Flex gap={2} alignItems="start" wrap="wrap">
        <Field.Root
          name="bulk-count"
          width="12rem"
          error={isWithin ? undefined : text('bulk.range', range)}
        >
          <Field.Label>{text('bulk.count')}</Field.Label>
          <NumberInput value={count} onValueChange={setCount} />
          <Field.Error />
        </Field.Root>
        {select('unit', unit, ['week', 'day'], setUnit)}
        {select('way', way, ['later', 'earlier'], setWay)}
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text('bulk.shift.meaning')}
      </Typography>
    </Flex>
  );
}

const STATES: Target[] = ['publish', 'private', 'pending', 'draft'];

/** Sets the state of one language, by default of all. */
export function StateForm({ onAsk, first }: Props & { first: Target }) {
  const text = useText();
  const languageName = useLanguageName();
  const [state, setState] = useState<Target>(first);
  const [language, setLanguage] = useState<Language | ''>('');

  useEffect(() => {
    onAsk({ action: 'state', state, ...(language && { language }) });
  }, [onAsk, state, language]);

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Flex gap={2} wrap="wrap">
        <Field.Root name="bulk-state" width="24rem">
          <Field.Label>{text('agenda.filter.state')}</Field.Label>
          <SingleSelect value={state} onChange={(to) => setState(to as Target)}>
            {STATES.map((each) => (
              <SingleSelectOption key={each} value={each}>
                {text(`state.${each}`)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Field.Root>
        <Field.Root name="bulk-language" width="24rem">
          <Field.Label>{text('bulk.language')}</Field.Label>
          <SingleSelect
            value={language}
            placeholder={text('bulk.language.all')}
            clearLabel={text('bulk.language.all')}
            onChange={(to) => setLanguage(to as Language)}
            onClear={() => setLanguage('')}
          >
            {LANGUAGES.map((code) => (
              <SingleSelectOption key={code} value={code}>
                {languageName(code)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Field.Root>
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text('bulk.state.meaning')}
      </Typography>
    </Flex>
  );
}

type Mode = Every | 'days' | 'same';

const MODES: Mode[] = ['week', 'day', 'month-date', 'month-weekday', 'days', 'same'];

function DaysField({ days, onChange }: { days: string[]; onChange: (days: string[]) => void }) {
  const text = useText();
  const { formatDate } = useIntl();
  const [day, setDay] = useState('');
  const isFull = days.length >= TIMES.most;
  const isDay = /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && !isFull;
  const shown = (each: string) =>
    formatDate(`${each}T00:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' });
  const all = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFocusInPlace(all, 'input, button[aria-label]');
  const add = () => {
    onChange([...new Set([...days, day])].sort());
    setDay('');
    input.current?.focus(); // Ready for the next day; the button becomes disabled.
  };
  return (
    <Flex ref={all} direction="column" alignItems="stretch" gap={2}>
      <Flex gap={2} alignItems="end" wrap="wrap">
        <Field.Root
          name="bulk-day"
          maxWidth="100%"
          error={isFull ? text('bulk.days.most', { most: TIMES.most }) : undefined}
        >
          <Field.Label>{text('bulk.day')}</Field.Label>
          <DayInput
            ref={input}
            value={day}
            onDay={setDay}
            onKeyDown={({ key }) => key === 'Enter' && isDay && add()}
          />
          <Field.Error />
        </Field.Root>
        <Button variant="secondary" size="L" disabled={!isDay} onClick={add}>
          {text('bulk.day.add')}
        </Button>
      </Flex>
      <RemovableTags
        chosen={days.map((each) => [each, shown(each)])}
        label="references.remove"
        onRemove={(removed) => onChange(days.filter((each) => each !== removed))}
      />
    </Flex>
  );
}

/** Copies an event: onto repeated dates (by default ten in all, weekly), chosen days, or once on the same date. */
export function CopyForm({ onAsk, first }: Props & { first: Mode }) {
  const text = useText();
  const [mode, setMode] = useState<Mode>(first);
  const [times, setTimes] = useState<number | undefined>(10);
  const [days, setDays] = useState<string[]>([]);

  useEffect(() => {
    if (mode === 'same') onAsk({ action: 'copy' });
    else if (mode === 'days') onAsk(days.length > 0 ? { action: 'copy', days } : undefined);
    else if (within(times, TIMES.least, TIMES.most))
      onAsk({ action: 'copy', repeat: { every: mode, times } });
    else onAsk(undefined);
  }, [onAsk, mode, times, days]);

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Flex gap={2} alignItems="start" wrap="wrap">
        <Field.Root name="bulk-every" width="32rem" maxWidth="100%">
          <Field.Label>{text('bulk.every')}</Field.Label>
          <SingleSelect value={mode} onChange={(to) => setMode(to as Mode)}>
            {MODES.map((each) => (
              <SingleSelectOption key={each} value={each}>
                {text(`bulk.every.${each}`)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Field.Root>
        {mode !== 'days' && mode !== 'same' && (
          <Field.Root
            name="bulk-times"
            width="30rem"
            maxWidth="100%"
            error={within(times, TIMES.least, TIMES.most) ? undefined : text('bulk.range', TIMES)}
          >
            <Field.Label>{text('bulk.times')}</Field.Label>
            <NumberInput value={times} onValueChange={setTimes} />
            <Field.Error />
          </Field.Root>
        )}
      </Flex>
      {mode === 'days' && <DaysField days={days} onChange={setDays} />}
      <Typography variant="pi" textColor="neutral600">
        {text('bulk.copy.meaning')}
      </Typography>
    </Flex>
  );
}
