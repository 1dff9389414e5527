import { Typography } from '@strapi/design-system';
import { useDirection } from '../direction';
import { useText } from '../use-text';

/** Properties that the content manager passes to a panel. */
interface PanelProps {
  document?: { review_note?: string | null } | null;
}

/** D15.13: the reviewer's note, next to the form of an event that was sent back. */
export function ReviewNote({ document }: PanelProps) {
  const text = useText();
  const direction = useDirection();
  if (!document?.review_note) return null;
  return {
    title: text('moderation.note.title'),
    content: (
      <Typography dir={direction} textColor="neutral800" style={{ whiteSpace: 'pre-line' }}>
        <bdi>{document.review_note}</bdi>
      </Typography>
    ),
  };
}

/** Strapi identifies panels by their type. */
ReviewNote.type = 'calendar-review-note';
