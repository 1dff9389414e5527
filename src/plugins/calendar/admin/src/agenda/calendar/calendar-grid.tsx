import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/palette.css';
import '@fullcalendar/react/themes/classic/theme.css';
import FullCalendar, {
  type DateClickInfo,
  type EventClickInfo,
  type EventDisplayInfo,
} from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import listPlugin from '@fullcalendar/react/list';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useHref, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { CalendarAnswer, CalendarEntry } from '../../../../server/src/records/agenda-calendar';
import { useDirection } from '../../direction';
import { type TextKey, useText } from '../../use-text';
import { standardZone } from '../../zones';
import { formOf, newEvent } from '../agenda-address';
import { hourAt, type Span, wholeDay } from './calendar-address';
import { dayAt, type Placed, placed } from './calendar-entry';
import { Frame, POPOVER, PopoverLook } from './calendar-look';

const PLUGINS = [dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicTheme];

/** On narrow screens, days are listed below each other instead of in seven columns. */
const VIEWS = {
  wide: { week: 'timeGridWeek', month: 'dayGridMonth' },
  narrow: { week: 'listWeek', month: 'listMonth' },
} as const;

/** Events shown per month cell and next to each other; the others are in a popover. */
const MAX_IN_A_DAY = 4;
const MAX_SIDE_BY_SIDE = 3;

const Title = styled.span<{ $gone: boolean }>`
  text-decoration: ${({ $gone }) => ($gone ? 'line-through' : 'none')};
`;

const COLOURS = {
  publish: '--calendar-public',
  private: '--calendar-hidden',
  future: '--calendar-hidden',
  pending: '--calendar-waiting',
  draft: '--calendar-draft',
  trash: '--calendar-trash',
} as const;

/** Texts for what distinguishes the event from a public one that takes place. */
function marksOf({ state, event_status, hidden }: CalendarEntry): TextKey[] {
  return [
    ...(state === 'publish' ? [] : [`state.${state}` as TextKey]),
    ...(event_status === 'scheduled' ? [] : [`agenda.mark.${event_status}` as TextKey]),
    ...(hidden ? ['agenda.mark.hidden' as TextKey] : []),
  ];
}

const entryOf = ({ extendedProps }: EventDisplayInfo['event']) =>
  (extendedProps as Placed['extendedProps']).entry;

/** List views mark an event with a coloured dot instead of a coloured background. */
const isList = (view: string) => view.startsWith('list');

function Event({ event, timeText, view }: EventDisplayInfo) {
  const text = useText();
  const { formatList } = useIntl();
  const entry = entryOf(event);
  const marks = marksOf(entry).map((mark) => text(mark));
  const title = entry.title || text('agenda.untitled');
  return (
    <span title={[timeText, title, ...marks].filter(Boolean).join(' · ')}>
      {timeText && `${timeText}${isList(view.type) ? ' · ' : ' '}`}
      <Title $gone={entry.event_status === 'canceled'} dir="auto">
        {title}
      </Title>
      {marks.length > 0 && ` (${formatList(marks, { type: 'unit' })})`}
    </span>
  );
}

interface Props {
  shown: CalendarAnswer;
  span: Span;
  narrow: boolean;
  /** Whether the user may create events. */
  creates: boolean;
  /** The language in which a new event is created. */
  begins?: string;
}

/** The events of a week or month in the site's zone. */
export default function CalendarGrid({ shown, span, narrow, creates, begins }: Props) {
  const text = useText();
  const { locale } = useIntl();
  const direction = useDirection();
  const navigate = useNavigate();
  const root = useHref('/').replace(/\/$/, '');
  const { results, zone, day, firstDay } = shown;
  const view = VIEWS[narrow ? 'narrow' : 'wide'][span];

  const events = useMemo(
    () =>
      results.flatMap((entry) => {
        const url = `${root}${formOf(entry.documentId, entry.language)}`;
        const place = placed(entry, zone, url);
        const color = `var(${COLOURS[entry.state]}${isList(view) ? '-dot' : ''})`;
        return place ? [{ ...place, color, contrastColor: 'var(--calendar-text)' }] : [];
      }),
    [results, zone, root, view],
  );

  const open = ({ event, jsEvent }: EventClickInfo) => {
    if (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey) return;
    jsEvent.preventDefault();
    navigate(event.url.slice(root.length));
  };

  const begin = (moment: string) => navigate(newEvent(begins, hourAt(moment, zone)));

  /** A click on the all-day row of a week creates an all-day event; a day of the month gets a default hour. */
  const click = ({ dateStr, allDay }: DateClickInfo) =>
    span === 'week' && allDay
      ? navigate(newEvent(begins, wholeDay(dateStr, zone)))
      : begin(dateStr);

  return (
    <Frame>
      <PopoverLook />
      <FullCalendar
        key={`${span} ${day} ${narrow} ${locale}`}
        plugins={PLUGINS}
        initialView={view}
        initialDate={day}
        timeZone={standardZone(zone)}
        locale={locale}
        direction={direction}
        firstDay={firstDay}
        headerToolbar={false}
        height="auto"
        events={events}
        eventContent={(info) => <Event {...info} />}
        eventDidMount={({ el, event }) => {
          el.dataset.calendarEvent = entryOf(event).state;
        }}
        eventClick={open}
        eventDisplay="block"
        displayEventEnd={false}
        dayMaxEvents={MAX_IN_A_DAY}
        eventMaxStack={MAX_SIDE_BY_SIDE}
        slotHeaderInterval="01:00"
        nowIndicator
        allDayText={text('agenda.calendar.all-day')}
        noEventsContent={text('agenda.none')}
        popoverClass={POPOVER}
        moreLinkText={(count) => text('agenda.calendar.more', { count })}
        moreLinkHint={(count) => text('agenda.calendar.more.hint', { count })}
        closeHint={text('agenda.calendar.close')}
        eventsHint={text('agenda.calendar.events')}
        navLinks={creates}
        navLinkHint={(date) => text('agenda.calendar.begin', { date })}
        navLinkDayClick={(date) => begin(dayAt(date, zone))}
        dateClick={creates ? click : undefined}
      />
    </Frame>
  );
}
