import { Typography } from '@strapi/design-system';
import { useDirection } from '../direction';
import { useText } from '../use-text';

/** What the content manager tells a panel. */
interface PanelProps {
  document?: { review_note?: string | null } | null;
}

/** D15.13: beside the form of an event that was sent back: what was said of it. */
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

/** By this name Strapi tells panels apart. */
ReviewNote.type = 'calendar-review-note';
