import { Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { FetchError, useAPIErrorHandler, useFetchClient } from '@strapi/strapi/admin';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { Language } from '../../../server/src/settings/languages';
import { uidOf } from '../../../server/src/settings/record-types';
import { DialogButtons, useKeepTyped } from '../agenda/agenda-dialog';
import { useDirection } from '../direction';
import { faultsOf } from '../faults-of';
import { useContentLanguage } from '../languages';
import { useFocusInPlace, useReturnFocus } from '../return-focus';
import { newIdempotencyKey, withIdempotencyKey } from '../saves/idempotency-keys';
import type { Choice } from '../use-choices';
import { type TextKey, useFieldLabel, useText } from '../use-text';
import { ReferenceList } from './reference-list';
import { ReferenceSearch } from './reference-search';

/** Elements that may receive the focus: the chosen parent category, or its search. */
const STOPS = 'li button, input[role="combobox"]';

/** The fields of a new record, its name first; others can be filled in later in its own form. */
const OFFERED_FIELDS: Record<string, string[]> = {
  venue: ['venue', 'address', 'zip', 'city', 'country'],
  organizer: ['organizer', 'email', 'phone', 'website'],
  category: ['name', 'color'],
  tag: ['name'],
};

/** Strapi's message for an empty required field. */
const REQUIRED = {
  id: 'components.Input.error.validation.required',
  defaultMessage: 'This value is required.',
};

/** Strapi's padding would shrink the browser's colour swatch to a thin line. */
const Line = styled(TextInput)`
  input[type='color'] {
    block-size: 4rem;
    padding: 0.4rem;
    cursor: pointer;
  }
  input[type='color'][value=''] {
    opacity: 0;
  }
`;

type Texts = Record<string, string>;

/** Why a record was not created, by field; `other`: of none of them. */
type Faults = Partial<Record<string, string>>;

/** Creates records through the content manager's own route, so that its permissions and all rules apply. */
function useMake(target: string) {
  const { post } = useFetchClient();
  const { formatMessage } = useIntl();
  const { _unstableFormatAPIError: wordsOf } = useAPIErrorHandler();
  const language = useContentLanguage();
  const key = useRef(newIdempotencyKey()); // D9.12: a retry after a lost answer must not create a second record.

  return async (texts: Texts, parent?: Choice): Promise<{ made: Choice } | { faults: Faults }> => {
    const given = Object.entries(texts).filter(([, text]) => text.trim());
    const sent = { ...Object.fromEntries(given), ...(parent && { parent: parent.id }) };
    try {
      const { data } = await post<{ data: { public_id: number; locale: Language } }>(
        `/content-manager/collection-types/plugin::calendar.${target}`,
        sent,
        { params: { locale: language }, ...withIdempotencyKey(key.current) },
      );
      const [name = ''] = OFFERED_FIELDS[target] ?? [];
      const { public_id: id, locale } = data.data;
      const state = target === 'venue' || target === 'organizer' ? 'draft' : 'publish';
      const made = { id, name: texts[name] ?? '', language: locale, state } as const;
      if (target !== 'category') return { made };
      const above = parent ? [...(parent.above ?? []), parent.name] : [];
      return { made: { ...made, above, color: texts.color } };
    } catch (error) {
      const faults = faultsOf(error);
      if (Object.keys(faults).length > 0) return { faults };
      const other =
        error instanceof FetchError
          ? wordsOf(error as Parameters<typeof wordsOf>[0])
          : formatMessage({ id: 'apiError.unanswered' });
      return { faults: { other } };
    }
  };
}

type ParentProps = { parent?: Choice; onChange: (parent?: Choice) => void };

/** The optional parent of a new category. */
function ParentField({ parent, onChange }: ParentProps) {
  const labelOf = useFieldLabel(uidOf('category'));
  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, STOPS);
  return (
    <Field.Root name="new-parent" ref={all}>
      <Field.Label>{labelOf('parent')}</Field.Label>
      {parent ? (
        <ReferenceList
          ids={[parent.id]}
          choices={[parent]}
          loading={false}
          onChange={() => onChange()}
        />
      ) : (
        <ReferenceSearch target="category" chosen={[]} onChoose={onChange} />
      )}
    </Field.Root>
  );
}

/** Whether Enter submits: in a text field, but not in a search, where it takes the result, nor where it opens colours. */
const isLine = (element: EventTarget) =>
  element instanceof HTMLInputElement &&
  element.getAttribute('role') !== 'combobox' &&
  element.type !== 'color';

type Props = {
  target: string;
  /** The search text for which nothing was found. */
  name: string;
  onMade: (choice: Choice) => void;
  onClose: () => void;
};

/** Creates a record inside the form that refers to it. Not a `<form>`: its submit event would reach Strapi's form. */
export function NewReference({ target, name, onMade, onClose }: Props) {
  const text = useText();
  const { formatMessage } = useIntl();
  const direction = useDirection();
  const labelOf = useFieldLabel(`plugin::calendar.${target}`);
  const make = useMake(target);
  const focus = useReturnFocus();
  const keep = useKeepTyped();
  const first = useRef<HTMLInputElement>(null);
  const fields = OFFERED_FIELDS[target] ?? [];
  const [texts, setTexts] = useState<Texts>({ [fields[0] ?? '']: name });
  const [parent, setParent] = useState<Choice>();
  const [faults, setFaults] = useState<Faults>({});
  const body = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);

  const create = async () => {
    if (busy) return; // Enter held down, or pressed twice.
    const [named = ''] = fields;
    // A draft without its name would be stored.
    if (!texts[named]?.trim()) return setFaults({ [named]: formatMessage(REQUIRED) });
    setBusy(true);
    const answer = await make(texts, parent);
    setBusy(false);
    if ('faults' in answer) return setFaults(answer.faults);
    onMade(answer.made);
  };

  useEffect(() => {
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const begin = (event: Event) => {
    event.preventDefault(); // Radix would focus the first button, which closes the dialog.
    first.current?.focus();
  };

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') event.stopPropagation(); // Escape closes the topmost dialog.
    if (event.key !== 'Enter' || !isLine(event.target)) return;
    event.preventDefault();
    void create();
  };

  // The record may be stored before the answer arrives: a closed dialog could neither select it nor
  // show an error.
  const close = () => !busy && onClose();
  const others = Object.entries(faults).filter(([field]) => !fields.includes(field));

  return (
    <Modal.Root open onOpenChange={(open: boolean) => !open && close()}>
      <Modal.Content dir={direction} onKeyDown={press} onOpenAutoFocus={begin} {...focus} {...keep}>
        <Modal.Header closeLabel={text('dialog.close')}>
          <Modal.Title>{text(`references.new.${target}` as TextKey)}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex ref={body} direction="column" alignItems="stretch" gap={4}>
            {fields.map((field, index) => (
              <Field.Root
                key={field}
                name={`new-${field}`}
                required={index === 0}
                error={faults[field]}
              >
                <Field.Label>{labelOf(field)}</Field.Label>
                <Line
                  ref={index === 0 ? first : undefined}
                  dir={field === 'website' || field === 'email' ? 'ltr' : 'auto'}
                  type={field === 'color' ? 'color' : 'text'}
                  readOnly={busy} // Text typed now would not be sent.
                  value={texts[field] ?? ''}
                  onChange={({ target: input }: { target: { value: string } }) =>
                    setTexts({ ...texts, [field]: input.value })
                  }
                />
                <Field.Error />
              </Field.Root>
            ))}
            {target === 'category' && <ParentField parent={parent} onChange={setParent} />}
            {others.map(([field, fault]) => (
              <Typography key={field} role="alert" textColor="danger600">
                {fault}
              </Typography>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <DialogButtons>
            <Button variant="tertiary" disabled={busy} onClick={onClose}>
              {text('dialog.cancel')}
            </Button>
            <Button loading={busy} onClick={create}>
              {text('references.new.create')}
            </Button>
          </DialogButtons>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
