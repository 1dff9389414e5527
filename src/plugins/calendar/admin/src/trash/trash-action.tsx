import { Typography } from '@strapi/design-system';
import { unstable_useDocumentActions as useDocumentActions } from '@strapi/strapi/admin';
import { useDirection } from '../direction';
import { useText } from '../use-text';

/** Records that the trash can hold. */
export const TRASHED = ['event', 'venue', 'organizer'].map((type) => `plugin::calendar.${type}`);

/** What the content manager tells an action. */
export interface ActionProps {
  model: string;
  collectionType: string;
  documentId?: string;
  document?: { locale?: string | null; trashed_at?: string | null };
}

/**
 * D6.3: the way into the trash and out of it. A save of `trashed_at` alone is one; that of a form
 * holds what was there when the form was loaded.
 */
export function TrashAction({ model, collectionType, documentId, document }: ActionProps) {
  const text = useText();
  const direction = useDirection();
  const { update, isLoading } = useDocumentActions();
  if (!TRASHED.includes(model) || !documentId || !document) return null;
  const { locale, trashed_at } = document;
  const way = trashed_at ? 'trash.leave' : 'trash.enter';
  const data = { trashed_at: trashed_at ? null : new Date().toISOString() };
  return {
    label: text(way),
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

/** By this name Strapi tells actions apart. */
TrashAction.type = 'calendar-trash';
