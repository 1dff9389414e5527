import { Box, Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { RecordStatus } from '../../../server/src/records/record-status';
import { EntryLanguages } from '../agenda/entry-languages';
import { useDirection } from '../direction';
import { useContentLanguage } from '../languages';
import { useFieldLabel, useLanguageName, useText } from '../use-text';
import { useZones } from '../use-zones';
import { inZone } from '../zones';
import { SharedChanges } from './shared-changes';

/** Properties that the content manager passes to a panel. */
interface PanelProps {
  model: string;
  documentId?: string;
  document?: { public_id?: number; status?: string } | null;
  meta?: { readers?: RecordStatus };
}

const TO_THE_MINUTE = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/** A sentence about whether readers see the record, and why. */
function useReason({ model, document }: PanelProps, readers: RecordStatus) {
  const text = useText();
  const nameOf = useLanguageName();
  const labelOf = useFieldLabel(model);
  const { formatDate, formatList } = useIntl();
  const edited = useContentLanguage();
  const { cityOf } = useZones();
  const { finding, date, trashed_at, zone, meanwhile, event_status, taken } = readers;

  const timeOf = (instant: RecordStatus['date']) => {
    const { at, timeZone } = inZone(instant ?? 0, zone);
    const time = instant ? formatDate(at, { ...TO_THE_MINUTE, timeZone }) : '';
    const city = cityOf(zone);
    return city ? text('time.city', { time, city }) : text('time.zone', { time, zone });
  };

  const type = model.split('.').at(-1) ?? '';
  const time = timeOf(finding === 'trash' ? trashed_at : date);
  return [
    finding
      ? text(`status.${finding}`, { type, time })
      : text('status.missing', { language: nameOf(edited ?? '') }),
    meanwhile && text('status.meanwhile', { language: nameOf(meanwhile) }),
    event_status === 'canceled' && text('status.canceled'),
    event_status === 'postponed' && text('status.postponed'),
    document?.status === 'modified' && text('status.modified'),
    taken && text('status.taken', { count: taken.length, fields: formatList(taken.map(labelOf)) }),
  ].filter((line) => typeof line === 'string');
}

const Address = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} isExternal title={to}>
    {children}
  </Link>
);

function Content({ shown, readers }: { shown: PanelProps; readers: RecordStatus }) {
  const text = useText();
  const [reason, ...more] = useReason(shown, readers);
  const { model, documentId = '', document } = shown;
  const { addresses, languages, trashed_at } = readers;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} dir={useDirection()} width="100%">
      <Typography fontWeight="bold">{reason}</Typography>
      {more.map((line) => (
        <Typography key={line}>{line}</Typography>
      ))}
      <EntryLanguages
        {...{ model, documentId, languages }}
        trashed_at={trashed_at as string | null}
      />
      <SharedChanges languages={languages.map(({ language }) => language)} />
      {addresses && (
        <>
          {addresses.page && <Address to={addresses.page}>{text('status.page')}</Address>}
          <Address to={addresses.interface}>{text('status.interface')}</Address>
        </>
      )}
      {document?.public_id && (
        <Box>
          <Typography textColor="neutral600">
            {text('status.id', { id: document.public_id })}
          </Typography>
        </Box>
      )}
    </Flex>
  );
}

/** The panel with a record's visibility and its reason, addresses, languages and id. */
export function StatusPanel(shown: PanelProps) {
  const text = useText();
  const { readers } = shown.meta ?? {};
  if (!readers) return null;
  return {
    title: text('status.title'),
    content: <Content shown={shown} readers={readers} />,
  };
}

/** Strapi identifies panels by their type. */
StatusPanel.type = 'calendar-status';
