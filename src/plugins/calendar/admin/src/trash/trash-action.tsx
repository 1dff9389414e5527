import { Typography } from '@strapi/design-system';
import {
  unstable_useDocumentActions as useDocumentActions,
  useDocumentRBAC,
} from '@strapi/strapi/admin';
import { useDirection } from '../direction';
import { useText } from '../use-text';

/** Types with a trash. */
export const TRASHED = ['event', 'venue', 'organizer'].map((type) => `plugin::calendar.${type}`);

/** Properties that the content manager passes to an action. */
export interface ActionProps {
  model: string;
  collectionType: string;
  documentId?: string;
  document?: { locale?: string | null; trashed_at?: string | null };
}

/**
 * D6.3: the action that trashes and restores a record. It saves `trashed_at` alone, without the form's other
 * fields, which may be outdated.
 */
export function TrashAction({ model, collectionType, documentId, document }: ActionProps) {
  const text = useText();
  const direction = useDirection();
  const { update, isLoading } = useDocumentActions();
  const mayTrash = useDocumentRBAC('TrashAction', ({ canDelete }) => canDelete);
  const mayRestore = useDocumentRBAC('TrashAction', ({ canUpdate }) => canUpdate);
  if (!TRASHED.includes(model) || !documentId || !document) return null;
  const { locale, trashed_at } = document;
  const way = trashed_at ? 'trash.leave' : 'trash.enter';
  const data = { trashed_at: trashed_at ? null : new Date().toISOString() };
  return {
    label: text(way),
    disabled: !(trashed_at ? mayRestore : mayTrash),
    dialog: {
      type: 'dialog' as const,
      title: text(way),
      content: <Typography dir={direction}>{text(`${way}.meaning`)}</Typography>,
      loading: isLoading,
      async onConfirm() {
        await update({ collectionType, model, documentId, params: { locale } }, data);
      },
    },
    position: ['header', 'table-row'] as const,
  };
}

/** Strapi identifies actions by their type. */
TrashAction.type = 'calendar-trash';
