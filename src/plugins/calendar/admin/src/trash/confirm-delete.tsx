import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import {
  unstable_useDocumentActions as useDocumentActions,
  useDocumentRBAC,
} from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { isOurs } from '../saves/store-actions';
import { type TextKey, useText } from '../use-text';
import { type ActionProps, isPublished, TRASHED } from './trash-action';

interface ActionDescription {
  variant?: string;
  disabled?: boolean;
  position?: string | string[];
  dialog?: { type: string; content?: ReactNode };
}

/** A document action of Strapi: a hook that returns the description of a button. Bulk actions receive `documents`. */
interface Action<Props extends { model: string }> {
  (asked: Props): ActionDescription | null | undefined;
  type?: string;
  position?: unknown;
}

/**
 * The text about what Strapi deletes: the record, or one language by an unnamed action of the variant `danger`. Two
 * others are like it, but are not in the menus of rows: one unpublishes several languages, one asks before publishing.
 */
function meaningOf(
  type: string | undefined,
  { variant, position = [] }: ActionDescription,
): TextKey | undefined {
  if (type === 'delete') return 'delete.meaning';
  const isOfLanguage = type === undefined && variant === 'danger' && position.includes('table-row');
  return isOfLanguage ? 'delete.meaning.language' : undefined;
}

function Meaning({ children, of }: { children?: ReactNode; of: TextKey }) {
  const text = useText();
  return (
    <Flex direction="column" gap={4}>
      <Typography textAlign="center">{text(of)}</Typography>
      {children}
    </Flex>
  );
}

/** Strapi's dialog with another content and confirm label. */
const withContent = (
  described: ActionDescription,
  content: ReactNode,
  confirmLabel: string,
): ActionDescription => ({
  ...described,
  dialog: {
    ...described.dialog,
    type: 'dialog',
    content,
    confirmLabel,
    variant: 'danger',
  } as ActionDescription['dialog'],
});

/** The button that moves the record to the trash instead; closes the dialog. */
function TrashInstead({ model, collectionType, documentId, document }: ActionProps) {
  const text = useText();
  const { update } = useDocumentActions();
  if (!TRASHED.includes(model) || !documentId || !document || document.trashed_at) return null;
  const enter = () =>
    update(
      { collectionType, model, documentId, params: { locale: document.locale } },
      { trashed_at: new Date().toISOString() },
    );
  return (
    <>
      <Typography textAlign="center">{text('delete.rather')}</Typography>
      <Dialog.Cancel>
        <Button variant="secondary" onClick={enter}>
          {text('delete.instead')}
        </Button>
      </Dialog.Cancel>
    </>
  );
}

function ofOne(native: Action<ActionProps>): Action<ActionProps> {
  const { type, position } = native;
  if (type !== undefined && type !== 'delete') return native;
  const Delete: Action<ActionProps> = (asked) => {
    const text = useText();
    const mayPublish = useDocumentRBAC('DeleteAction', ({ canPublish }) => canPublish);
    const described = native(asked);
    const meaning = described?.dialog && isOurs(asked.model) && meaningOf(type, described);
    if (!meaning) return described;
    const mayDelete = mayPublish || !TRASHED.includes(asked.model) || !isPublished(asked);
    const content = (
      <Meaning of={meaning}>{type === 'delete' && <TrashInstead {...asked} />}</Meaning>
    );
    const disabled = described.disabled || !mayDelete;
    return withContent({ ...described, disabled }, content, text('delete.for-good'));
  };
  return Object.assign(Delete, { type, position });
}

interface Many {
  model: string;
}

function ofMany(native: Action<Many>): Action<Many> {
  if (native.type !== 'delete') return native;
  const Delete: Action<Many> = (asked) => {
    const text = useText();
    const described = native(asked);
    if (!described?.dialog || !isOurs(asked.model)) return described;
    const of = TRASHED.includes(asked.model) ? 'delete.meaning.many' : 'delete.meaning.language';
    const content = (
      <Meaning of={of}>
        <Typography textAlign="center">{text('delete.meaning.shown')}</Typography>
      </Meaning>
    );
    return withContent(described, content, text('delete.for-good'));
  };
  return Object.assign(Delete, { type: native.type, position: native.position });
}

/** D6.3: reducers of document actions that explain Strapi's Delete, which is for good. */
export const confirmDelete = (actions: Action<ActionProps>[]) => actions.map(ofOne);
export const confirmBulkDelete = (actions: Action<Many>[]) => actions.map(ofMany);
