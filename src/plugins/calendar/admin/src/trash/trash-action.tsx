import { Typography } from '@strapi/design-system';
import {
  unstable_useDocumentActions as useDocumentActions,
  useDocumentRBAC,
} from '@strapi/strapi/admin';
import { useRef } from 'react';
import { POST_TYPES, uidOf } from '../../../server/src/settings/record-types';
import { useDirection } from '../direction';
import { useText } from '../use-text';

/** Types with a trash. */
export const TRASHED: string[] = POST_TYPES.map(uidOf);

/** Properties that the content manager passes to an action. */
export interface ActionProps {
  model: string;
  collectionType: string;
  documentId?: string;
  document?: { locale?: string | null; trashed_at?: string | null; status?: string };
}

/** Whether the record's language has a published version outside of the trash. */
export const isPublished = ({ document }: ActionProps): boolean =>
  ['published', 'modified'].includes(document?.status ?? '') && !document?.trashed_at;

/**
 * D6.3: the action that trashes and restores a record. It saves `trashed_at` alone, without the form's other
 * fields, which may be outdated.
 */
export function TrashAction(asked: ActionProps) {
  const { model, collectionType, documentId, document } = asked;
  const text = useText();
  const direction = useDirection();
  const { update, isLoading } = useDocumentActions();
  const isSent = useRef(false); // The button is disabled a render later, behind the second click of two.
  const mayTrash = useDocumentRBAC('TrashAction', ({ canDelete }) => canDelete);
  const mayRestore = useDocumentRBAC('TrashAction', ({ canUpdate }) => canUpdate);
  const mayPublish = useDocumentRBAC('TrashAction', ({ canPublish }) => canPublish);
  if (!TRASHED.includes(model) || !documentId || !document) return null;
  const { locale, trashed_at } = document;
  const way = trashed_at ? 'trash.leave' : 'trash.enter';
  const data = { trashed_at: trashed_at ? null : new Date().toISOString() };
  return {
    label: text(way),
    disabled: !(trashed_at ? mayRestore : mayTrash) || (isPublished(asked) && !mayPublish),
    dialog: {
      type: 'dialog' as const,
      title: text(way),
      content: <Typography dir={direction}>{text(`${way}.meaning`)}</Typography>,
      loading: isLoading,
      async onConfirm() {
        if (isSent.current) return;
        isSent.current = true;
        await update({ collectionType, model, documentId, params: { locale } }, data).finally(
          () => {
            isSent.current = false;
          },
        );
      },
    },
    position: ['header', 'table-row'] as const,
  };
}

/** Strapi identifies actions by their type. */
TrashAction.type = 'calendar-trash';
