import { LinkButton, Typography } from '@strapi/design-system';
import { Calendar } from '@strapi/icons';
import { useRBAC } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { EVENT } from '../agenda/agenda-address';
import { typeOf } from '../form-layout';
import { keepOwnLabel, labelId } from '../own-labels';
import { AGENDA_PERMISSIONS } from '../permissions';
import { sendIdempotencyKeys } from '../saves/idempotency-keys';
import { useText } from '../use-text';

/** The part used here of what the content manager passes to its hooks. */
interface Header {
  name: string;
  attribute: { type: string };
  label: string | { id: string; defaultMessage: string };
  searchable?: boolean;
  sortable?: boolean;
  cellFormatter?: (row: Row) => React.ReactNode;
}

interface Row {
  calendar?: { venues?: string[] };
}

interface Layout {
  metadatas: Record<string, unknown>;
}

interface Columns {
  displayedHeaders: Header[];
  layout: Layout;
}

/** Whether the list shows events: hooks do not receive the type, but only events have both fields. */
const isOfEvents = ({ metadatas }: Layout) =>
  'attendance_mode' in metadatas && 'venue' in metadatas;

const names = ({ calendar }: Row) => (
  <Typography textColor="neutral800" dir="auto">
    {calendar?.venues?.join(' · ') || '-'}
  </Typography>
);

const VENUES: Header = {
  name: 'venue',
  attribute: { type: 'custom' },
  label: { id: labelId(EVENT, 'venue'), defaultMessage: 'Venues' },
  searchable: false,
  sortable: false,
  cellFormatter: names,
};

/** D15.6: adds a column with the venues' names after the dates of the list of events; the field holds ids. */
export function withVenues({ displayedHeaders, layout }: Columns): Columns {
  if (!isOfEvents(layout)) return { displayedHeaders, layout };
  const at = displayedHeaders.findLastIndex(({ name }) => name.endsWith('_date')) + 1;
  return { displayedHeaders: displayedHeaders.toSpliced(at || 1, 0, VENUES), layout };
}

/** Keeps the labels of columns that a host wrote. */
export function withOwnLabels({ displayedHeaders, layout }: Columns): Columns {
  const type = typeOf(layout);
  if (!type) return { displayedHeaders, layout };
  return { displayedHeaders: displayedHeaders.map((header) => keepOwnLabel(type, header)), layout };
}

/** Fields that are useless as filters: Strapi's ids, and the write-only password. */
const HIDDEN_COLUMNS = ['id', 'documentId', 'password'];

interface Filters {
  displayedFilters: { name: string; label: Header['label'] }[];
  layout: Layout;
}

/** Removes internal fields from the filters and translates the others, as Strapi does for columns only. */
export function withoutInternalFilters({ displayedFilters, layout }: Filters): Filters {
  const type = typeOf(layout);
  if (!type) return { displayedFilters, layout };
  const named = displayedFilters
    .filter(({ name }) => !HIDDEN_COLUMNS.includes(name))
    .map((given) => {
      const filter = keepOwnLabel(type, given);
      if (typeof filter.label !== 'string' || !filter.label) return filter;
      const id = labelId(`plugin::calendar.${type}`, filter.name);
      return { ...filter, label: { id, defaultMessage: filter.label } };
    });
  return { displayedFilters: named, layout };
}

/** The link to the agenda above the list of events. D9.12: also installs the idempotency keys of copies. */
export function AgendaLink() {
  useEffect(sendIdempotencyKeys, []);
  const text = useText();
  const { slug } = useParams();
  const { allowedActions } = useRBAC(AGENDA_PERMISSIONS);
  if (slug !== EVENT || !allowedActions.canRead) return null;
  return (
    <LinkButton
      tag={Link}
      to="/agenda"
      variant="tertiary"
      size="S"
      startIcon={<Calendar aria-hidden />}
    >
      {text('agenda.title')}
    </LinkButton>
  );
}
