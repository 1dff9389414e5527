import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useDirection } from '../direction';
import { useText } from '../use-text';
import type { CalendarStatus } from './document-status';

/** What the content manager tells a panel. */
interface Shown {
  document?: { public_id?: number; status?: string; trashed_at?: string | null };
  meta?: { calendar?: CalendarStatus };
}

const TO_THE_MINUTE = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Beside the form: who sees the record, and the id that clients know it by. One line each. */
export function StatusPanel({ document, meta }: Shown) {
  const text = useText();
  const { formatDate } = useIntl();
  const direction = useDirection();
  if (!document?.public_id) return null;

  const { calendar } = meta ?? {};
  const since = calendar?.status === 'trash' ? document.trashed_at : calendar?.date;
  const date = since ? formatDate(since, TO_THE_MINUTE) : '';
  const lines = [
    calendar && text(`status.${calendar.status}`, { date }),
    calendar && document.status === 'modified' && text('status.modified'),
    text('status.id', { id: document.public_id }),
  ];
  return {
    title: text('status.title'),
    content: (
      <Flex direction="column" alignItems="stretch" gap={1} dir={direction} width="100%">
        {lines.map((line) => line && <Typography key={line}>{line}</Typography>)}
      </Flex>
    ),
  };
}

/** By this name Strapi tells panels apart. */
StatusPanel.type = 'calendar-status';
