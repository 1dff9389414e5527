import { Button, Field, Flex, Grid, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { DayInput } from '../inputs/day-input';
import { ReferenceSearch } from '../inputs/reference-search';
import { RemovableTags } from '../removable-tags';
import { useFocusInPlace } from '../return-focus';
import { useChoices } from '../use-choices';
import { type TextKey, useLanguageName, useText } from '../use-text';
import {
  type Filter,
  filtersIn,
  idsIn,
  isInOrder,
  LANGUAGES,
  REFERENCES,
  STATES,
} from './agenda-address';

/** Strapi's selects set `dir="ltr"` themselves. */
const RtlSelects = styled(Grid.Root)`
  [dir='rtl'] & [dir='ltr'] {
    direction: rtl;
  }
`;

interface Props {
  address: URLSearchParams;
  /** Counts "clear all": as a key it also resets inputs with unfinished text. */
  cleared: number;
  onFilter: (name: Filter, value: string) => void;
  onClear: () => void;
}

type OneProps<Name extends Filter> = Pick<Props, 'address' | 'onFilter'> & { name: Name };

const labelOf = (name: Filter) => `agenda.filter.${name}` as TextKey;

/** Filters by records of one type; an event matches when it refers to any of them. */
function ReferenceFilter({ name, address, onFilter }: OneProps<(typeof REFERENCES)[number]>) {
  const text = useText();
  const ids = idsIn(address, name);
  const { choices } = useChoices(name, ids.length > 0 ? { ids: ids.join() } : undefined);
  const nameOf = (id: number) => choices.find((one) => one.id === id)?.name ?? `#${id}`;
  const put = (chosen: number[]) => onFilter(name, chosen.join());
  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, 'input, button[aria-label]');
  return (
    <Field.Root ref={all} name={`agenda-${name}`} width="100%">
      <Field.Label>{text(labelOf(name))}</Field.Label>
      <ReferenceSearch
        target={name}
        chosen={ids}
        placeholder={text('agenda.filter.any')}
        onChoose={({ id }) => put([...ids, id])}
      />
      <RemovableTags
        chosen={ids.map((id) => [id, nameOf(id)])}
        label="agenda.filter.remove"
        onRemove={(id) => put(ids.filter((one) => one !== id))}
      />
    </Field.Root>
  );
}

type ChoiceProps = OneProps<'state' | 'language' | 'missing'> & { words: Record<string, string> };

function ChoiceFilter({ name, address, onFilter, words }: ChoiceProps) {
  const text = useText();
  const value = address.get(name) ?? '';
  return (
    <Field.Root name={`agenda-${name}`} width="100%">
      <Field.Label>{text(labelOf(name))}</Field.Label>
      <SingleSelect
        value={words[value] ? value : ''}
        placeholder={text('agenda.filter.any')}
        clearLabel={text('agenda.filter.remove', { name: words[value] ?? '' })}
        onChange={(chosen) => onFilter(name, String(chosen))}
        onClear={() => onFilter(name, '')}
      >
        {Object.entries(words).map(([key, word]) => (
          <SingleSelectOption key={key} value={key}>
            {word}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}

/** Whether a day is complete. While a year is typed, the browser reports 0002, 0020, 0202 on the way to 2027. */
const isWhole = (day: string) => day === '' || /^[1-9]\d{3}-\d\d-\d\d$/.test(day);

/** A day. Uncontrolled while somebody types; reset when the address changes for another reason. */
function DayFilter({ name, address, onFilter }: OneProps<'from' | 'to'>) {
  const text = useText();
  const value = address.get(name) ?? '';
  const input = useRef<HTMLInputElement>(null);
  const told = useRef<string[]>([]); // Values sent to the address that have not arrived there yet.

  useEffect(() => {
    const isOwn = told.current.includes(value);
    if (!isOwn || told.current.at(-1) === value) told.current = [];
    if (!isOwn && input.current) input.current.value = value; // History navigation, or a link.
  }, [value]);

  const tell = (day: string) => {
    if (day === value) return;
    told.current.push(day);
    onFilter(name, day);
  };
  const fault = name === 'to' && !isInOrder(address);
  return (
    <Field.Root
      name={`agenda-${name}`}
      width="100%"
      error={fault ? text('agenda.filter.order') : undefined}
    >
      <Field.Label>{text(labelOf(name))}</Field.Label>
      <DayInput
        ref={input}
        defaultValue={value}
        onDay={(day, isBegun) => isWhole(day) && !isBegun && tell(day)}
      />
      <Field.Error />
    </Field.Root>
  );
}

/** The agenda's filters. An event must match all of them. */
export function AgendaFilters({ address, cleared, onFilter, onClear }: Props) {
  const text = useText();
  const languageName = useLanguageName();
  const both = { address, onFilter };
  const languages = Object.fromEntries(LANGUAGES.map((code) => [code, languageName(code)]));
  const states = Object.fromEntries(STATES.map((state) => [state, text(`state.${state}`)]));
  return (
    <Flex direction="column" alignItems="stretch" gap={4} id="agenda-filters" tabIndex={-1}>
      <RtlSelects key={cleared} gap={4}>
        {REFERENCES.map((name) => (
          <Grid.Item key={name} col={3} s={6} xs={12} alignItems="start">
            <ReferenceFilter name={name} {...both} />
          </Grid.Item>
        ))}
        {(['state', 'language', 'missing'] as const).map((name) => (
          <Grid.Item key={name} col={2} s={4} xs={12} alignItems="start">
            <ChoiceFilter name={name} words={name === 'state' ? states : languages} {...both} />
          </Grid.Item>
        ))}
        {(['from', 'to'] as const).map((name) => (
          <Grid.Item key={name} col={3} s={6} xs={12} alignItems="start">
            <DayFilter name={name} {...both} />
          </Grid.Item>
        ))}
      </RtlSelects>
      {filtersIn(address) > 0 && (
        <Flex>
          <Button variant="tertiary" size="S" onClick={onClear}>
            {text('agenda.filters.clear')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}
