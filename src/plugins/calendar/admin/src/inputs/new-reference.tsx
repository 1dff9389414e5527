import { Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { FetchError, useAPIErrorHandler, useFetchClient } from '@strapi/strapi/admin';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { DialogButtons } from '../agenda/agenda-dialog';
import { useDirection } from '../direction';
import { useContentLanguage } from '../languages';
import { useFocusInPlace, useReturnFocus } from '../return-focus';
import { newIdempotencyKey, withIdempotencyKey } from '../saves/idempotency-keys';
import type { Choice } from '../use-choices';
import { type TextKey, useText } from '../use-text';
import { ReferenceList } from './reference-list';
import { ReferenceSearch } from './reference-search';

/** The category above that is chosen, or the search for one. */
const STOPS = 'li button, input[role="combobox"]';

/** What is asked of a new record, its name first; all else can be filled in by its own form. */
const ASKED: Record<string, string[]> = {
  venue: ['venue', 'address', 'zip', 'city', 'country'],
  organizer: ['organizer', 'email', 'phone', 'website'],
  category: ['name', 'color'],
  tag: ['name'],
};

/** Strapi's room around a text leaves of the browser's sample of a colour a thin line; for none it is black. */
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

/** The words that Strapi has for a field. */
const labelOf = (target: string, field: string) => ({
  id: `content-manager.content-types.plugin::calendar.${target}.${field}`,
});

/** Makes records by the content manager's own route, so that rights and rules hold. */
function useMake(target: string) {
  const { post } = useFetchClient();
  const { formatMessage } = useIntl();
  const { _unstableFormatAPIError: wordsOf } = useAPIErrorHandler();
  const language = useContentLanguage();
  const key = useRef(newIdempotencyKey()); // The answer to what was stored may have been lost (D9.12).

  return async (texts: Texts, parent?: Choice): Promise<Choice | string> => {
    const given = Object.entries(texts).filter(([, text]) => text.trim());
    const sent = { ...Object.fromEntries(given), ...(parent && { parent: parent.id }) };
    try {
      const { data } = await post<{ data: { public_id: number; locale: string } }>(
        `/content-manager/collection-types/plugin::calendar.${target}`,
        sent,
        { params: { locale: language }, ...withIdempotencyKey(key.current) },
      );
      const [name = ''] = ASKED[target] ?? [];
      const { public_id: id, locale } = data.data;
      const state = target === 'venue' || target === 'organizer' ? 'draft' : 'publish';
      const made = { id, name: texts[name] ?? '', language: locale, state } as const;
      if (target !== 'category') return made;
      const above = parent ? [...(parent.above ?? []), parent.name] : [];
      return { ...made, above, color: texts.color };
    } catch (error) {
      return error instanceof FetchError
        ? wordsOf(error as Parameters<typeof wordsOf>[0])
        : formatMessage({ id: 'apiError.unanswered' });
    }
  };
}

type ParentProps = { parent?: Choice; onChange: (parent?: Choice) => void };

/** The category that a new one stands below; most stand below none. */
function ParentField({ parent, onChange }: ParentProps) {
  const { formatMessage } = useIntl();
  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, STOPS);
  return (
    <Field.Root name="new-parent" ref={all}>
      <Field.Label>{formatMessage(labelOf('category', 'parent'))}</Field.Label>
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

/** Enter in a line of text is meant for the whole; in a search it takes what is found. */
const isLine = (element: EventTarget) =>
  element instanceof HTMLInputElement && element.getAttribute('role') !== 'combobox';

type Props = {
  target: string;
  /** What was looked for and not found. */
  name: string;
  onMade: (choice: Choice) => void;
  onClose: () => void;
};

/** A new record within the form of the one that refers to it. No form of its own: Strapi's would take its submit. */
export function NewReference({ target, name, onMade, onClose }: Props) {
  const text = useText();
  const direction = useDirection();
  const { formatMessage } = useIntl();
  const make = useMake(target);
  const focus = useReturnFocus();
  const first = useRef<HTMLInputElement>(null);
  const fields = ASKED[target] ?? [];
  const [texts, setTexts] = useState<Texts>({ [fields[0] ?? '']: name });
  const [parent, setParent] = useState<Choice>();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);

  const create = async () => {
    if (busy) return; // Enter, held or pressed again.
    setBusy(true);
    const made = await make(texts, parent);
    setBusy(false);
    if (typeof made === 'string') return setFault(made);
    onMade(made);
  };

  const begin = (event: Event) => {
    event.preventDefault(); // Radix begins with the first button, which closes it.
    first.current?.focus();
  };

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') event.stopPropagation(); // That closes what is open on top.
    if (event.key !== 'Enter' || !isLine(event.target)) return;
    event.preventDefault();
    void create();
  };

  // It may be stored while nobody has answered: closed, the dialog could neither choose it nor tell.
  const close = () => !busy && onClose();

  return (
    <Modal.Root open onOpenChange={(open: boolean) => !open && close()}>
      <Modal.Content dir={direction} onKeyDown={press} onOpenAutoFocus={begin} {...focus}>
        <Modal.Header closeLabel={text('dialog.close')}>
          <Modal.Title>{text(`references.new.${target}` as TextKey)}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            {fields.map((field, index) => (
              <Field.Root key={field} name={`new-${field}`} required={index === 0}>
                <Field.Label>{formatMessage(labelOf(target, field))}</Field.Label>
                <Line
                  ref={index === 0 ? first : undefined}
                  dir={field === 'website' || field === 'email' ? 'ltr' : 'auto'}
                  type={field === 'color' ? 'color' : 'text'}
                  readOnly={busy} // Nobody would take in what is typed then.
                  value={texts[field] ?? ''}
                  onChange={({ target: input }: { target: { value: string } }) =>
                    setTexts({ ...texts, [field]: input.value })
                  }
                />
              </Field.Root>
            ))}
            {target === 'category' && <ParentField parent={parent} onChange={setParent} />}
            {fault && (
              <Typography role="alert" textColor="danger600">
                {fault}
              </Typography>
            )}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <DialogButtons>
            <Button variant="tertiary" disabled={busy} onClick={onClose}>
              {text('references.new.cancel')}
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
