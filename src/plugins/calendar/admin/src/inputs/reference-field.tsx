import { Flex, Typography } from '@strapi/design-system';
import { useRBAC } from '@strapi/strapi/admin';
import { useId, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { permissionTo } from '../permissions';
import { useFocusInPlace } from '../return-focus';
import { useSaves } from '../saves/save-answers';
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

/** How often the record in the form was published, and with it maybe those that it refers to (D6.7). */
function usePublications(): number {
  const { slug: model = '', id: documentId } = useParams();
  const [count, setCount] = useState(0);
  useSaves({ model, documentId }, ({ publishes, state }) => {
    if (publishes && state === 'fulfilled') setCount((before) => before + 1);
  });
  return count;
}

/** The chosen records, with a search below them until `most` are chosen. */
export function ReferenceField(props: Props) {
  const { attribute, disabled, ids, most, not = [], onIds, ...frame } = props;
  const text = useText();
  const target = attribute.options?.target ?? 'event';
  const [picked, setPicked] = useState<Choice[]>([]);
  const wanted = ids.length > 0 ? { ids: ids.join() } : undefined;
  const known = useChoices(target, wanted, usePublications());
  const choices = [...known.choices, ...picked];
  const isUnknown = ids.some((id) => !choices.some((choice) => choice.id === id));

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

  const [sought, setSought] = useState<string>();
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
            choices={choices}
            loading={known.loading || Boolean(known.failed)}
            disabled={disabled}
            onChange={change}
          />
        )}
        {known.failed && isUnknown && (
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
            onCreate={mayCreate ? setSought : undefined}
          />
        )}
        {sought !== undefined && (
          <NewReference
            target={target}
            name={sought}
            onClose={() => setSought(undefined)}
            onMade={(made) => {
              setSought(undefined);
              add(made);
            }}
          />
        )}
      </Flex>
    </InputFrame>
  );
}
