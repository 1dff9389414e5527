import { Flex, Typography } from '@strapi/design-system';
import { useRBAC } from '@strapi/strapi/admin';
import { useId, useRef, useState } from 'react';
import { permissionTo } from '../permissions';
import { useFocusInPlace } from '../return-focus';
import { useStatusMessage } from '../status-message';
import { type Choice, useChoices } from '../use-choices';
import { useText } from '../use-text';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';
import { NewReference } from './new-reference';
import { ReferenceList } from './reference-list';
import { ReferenceSearch } from './reference-search';

type Props = InputProps & {
  error?: string;
  ids: number[];
  most: number;
  /** Ids that are not offered. */
  not?: number[];
  onIds: (ids: number[]) => void;
};

/** Elements that get the focus when the focused one was removed: the button of a chosen record, or the search. */
const STOPS = 'li button:last-of-type, input[role="combobox"]';

/** The chosen records, with a search below them until `most` are chosen. */
export function ReferenceField(props: Props) {
  const { attribute, disabled, ids, most, not = [], onIds, ...frame } = props;
  const text = useText();
  const target = attribute.options?.target ?? 'event';
  const [picked, setPicked] = useState<Choice[]>([]);
  const known = useChoices(target, ids.length > 0 ? { ids: ids.join() } : undefined);

  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, STOPS);

  const id = useId();
  const { label, hint, error } = frame;
  const described = error ? 'error' : hint ? 'hint' : undefined;
  /** Without a search, the record itself has the label and the error, to which Strapi moves the focus. */
  const instead = {
    role: 'group',
    tabIndex: -1,
    'aria-label': String(label),
    'aria-describedby': described && `${id}-${described}`,
  };

  const [wanted, setWanted] = useState<string>();
  const { allowedActions } = useRBAC([permissionTo('create', `plugin::calendar.${target}`)]);
  const mayCreate = target !== 'event' && Boolean(allowedActions.canCreate);

  const [changed, setChanged] = useState({ message: '' });
  useStatusMessage(changed.message, changed);
  const change = (next: number[], message: string) => {
    setChanged({ message });
    onIds(next);
  };
  const add = (choice: Choice) => {
    setPicked([...picked, choice]);
    change([...ids, choice.id], text('references.added', { name: choice.name }));
  };

  return (
    <InputFrame {...frame} id={id}>
      <Flex
        ref={all}
        direction="column"
        alignItems="stretch"
        gap={2}
        {...(ids.length >= most && instead)}
      >
        {ids.length > 0 && (
          <ReferenceList
            ids={ids}
            choices={[...known.choices, ...picked]}
            loading={known.loading || Boolean(known.failed)}
            disabled={disabled}
            onChange={change}
          />
        )}
        {known.failed && ids.length > 0 && (
          <Typography variant="pi" textColor="warning600">
            {text(known.failed)}
          </Typography>
        )}
        {ids.length < most && (
          <ReferenceSearch
            target={target}
            chosen={[...ids, ...not]}
            disabled={disabled}
            onChoose={add}
            onCreate={mayCreate ? setWanted : undefined}
          />
        )}
        {wanted !== undefined && (
          <NewReference
            target={target}
            name={wanted}
            onClose={() => setWanted(undefined)}
            onMade={(made) => {
              setWanted(undefined);
              add(made);
            }}
          />
        )}
      </Flex>
    </InputFrame>
  );
}
