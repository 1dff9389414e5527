import {
  Button,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { useRef, useState } from 'react';
import {
  REFERENCE_FIELDS,
  REFERENCES,
  type ReferenceField,
} from '../../../../server/src/settings/record-types';
import { ReferenceSearch } from '../../inputs/reference-search';
import { RemovableTags } from '../../removable-tags';
import { useFocusInPlace } from '../../return-focus';
import type { Choice } from '../../use-choices';
import { type TextKey, useText } from '../../use-text';
import type { BulkAction, Fields, How } from './actions';

const STATUSES: NonNullable<Fields['event_status']>[] = ['scheduled', 'canceled', 'postponed'];

/** The preselected mode: add to fields with usually several values, replace those with usually one. */
const FIRST: Record<ReferenceField, How> = {
  venue: 'replace',
  organizer: 'replace',
  categories: 'add',
  tags: 'add',
};

type ReferenceProps = { field: ReferenceField; onChange: (value: Fields[ReferenceField]) => void };

function ReferenceForm({ field, onChange }: ReferenceProps) {
  const text = useText();
  const [how, setHow] = useState<How | 'none'>(FIRST[field]);
  const [chosen, setChosen] = useState<Choice[]>([]);

  const tell = (way: How | 'none', choices: Choice[]) => {
    setHow(way);
    setChosen(choices);
    if (way === 'none') onChange({ how: 'replace', ids: [] });
    else onChange(choices.length > 0 ? { how: way, ids: choices.map(({ id }) => id) } : undefined);
  };

  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, 'input, button[aria-label]');
  const label = text(`agenda.filter.${REFERENCES[field]}` as TextKey);
  return (
    <Flex ref={all} direction="column" alignItems="stretch" gap={1}>
      <Flex gap={2} alignItems="end" wrap="wrap">
        <Flex flex="1 1 16rem" direction="column" alignItems="stretch" minWidth={0}>
          <Field.Root name={`bulk-${field}`}>
            <Field.Label>{label}</Field.Label>
            <ReferenceSearch
              target={REFERENCES[field]}
              chosen={chosen.map(({ id }) => id)}
              disabled={how === 'none'}
              placeholder={text('bulk.untouched')}
              onChoose={(choice) => tell(how, [...chosen, choice])}
            />
          </Field.Root>
        </Flex>
        <Flex width="16rem" direction="column" alignItems="stretch">
          <SingleSelect
            aria-label={text('bulk.how', { field: label })}
            value={how}
            onChange={(way) => tell(way as How | 'none', way === 'none' ? [] : chosen)}
          >
            {(['replace', 'add', 'remove', 'none'] as const).map((way) => (
              <SingleSelectOption key={way} value={way}>
                {text(`bulk.how.${way}`)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Flex>
      </Flex>
      <RemovableTags
        chosen={chosen.map(({ id, name }) => [id, name])}
        label="references.remove"
        onRemove={(removed) =>
          tell(
            how,
            chosen.filter(({ id }) => id !== removed),
          )
        }
      />
    </Flex>
  );
}

const withoutUnset = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The form of fields that can be set on many events; untouched fields are not changed. */
export function FieldsForm({ onAsk }: { onAsk: (asked: BulkAction | undefined) => void }) {
  const text = useText();
  const [fields, setFields] = useState<Fields>({});
  const cost = useRef<HTMLInputElement>(null);

  const leaveCost = () => {
    put({ cost: undefined });
    cost.current?.focus(); // The clicked button disappears.
  };

  const put = (changed: Fields) => {
    const next = withoutUnset({ ...fields, ...changed });
    setFields(next);
    onAsk(Object.keys(next).length > 0 ? { action: 'set', fields: next } : undefined);
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {REFERENCE_FIELDS.map((field) => (
        <ReferenceForm key={field} field={field} onChange={(value) => put({ [field]: value })} />
      ))}
      <Field.Root name="bulk-cost" hint={text('bulk.cost.hint')}>
        <Field.Label>{text('bulk.field.cost')}</Field.Label>
        <Flex gap={2} alignItems="stretch">
          <Flex grow={1} direction="column" alignItems="stretch">
            <TextInput
              ref={cost}
              placeholder={text(fields.cost === '' ? 'bulk.nothing' : 'bulk.untouched')}
              value={fields.cost ?? ''}
              onChange={({ currentTarget }) => put({ cost: currentTarget.value })}
            />
          </Flex>
          {fields.cost !== undefined && (
            <Button variant="tertiary" size="L" onClick={leaveCost}>
              {text('bulk.untouched')}
            </Button>
          )}
        </Flex>
        <Field.Hint />
      </Field.Root>
      <Field.Root name="bulk-status">
        <Field.Label>{text('bulk.field.event_status')}</Field.Label>
        <SingleSelect
          value={fields.event_status ?? ''}
          placeholder={text('bulk.untouched')}
          clearLabel={text('bulk.untouched')}
          onChange={(value) => put({ event_status: value as Fields['event_status'] })}
          onClear={() => put({ event_status: undefined })}
        >
          {STATUSES.map((status) => (
            <SingleSelectOption key={status} value={status}>
              {text(status === 'scheduled' ? 'bulk.status.scheduled' : `agenda.mark.${status}`)}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
      <Typography variant="pi" textColor="neutral600">
        {text('bulk.fields.meaning')}
      </Typography>
    </Flex>
  );
}
