import { Flex, LinkButton, Loader, Typography } from '@strapi/design-system';
import { useIsMobile } from '@strapi/strapi/admin';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CalendarAnswer } from '../../../../server/src/records/agenda-calendar';
import { StatusMessage } from '../../status-message';
import { useQuery } from '../../use-query';
import { useText } from '../../use-text';
import { wallIn } from '../../wall-time';
import { isInOrder } from '../agenda-address';
import { TryAgain } from '../try-again';
import { atNoon, type Span, shifted, toDay } from './calendar-address';
import { isWithin, placed } from './calendar-entry';

/** Lazy, so that FullCalendar is only loaded with the first week or month shown. */
const CalendarGrid = lazy(() => import('./calendar-grid'));

/** The name of the week or month that is shown. */
function nameOf(
  { from, to }: Pick<CalendarAnswer, 'from' | 'to'>,
  span: Span,
  locale: string,
): string {
  const month = { month: 'long', year: 'numeric' } as const;
  const parts = span === 'month' ? month : ({ ...month, day: 'numeric' } as const);
  const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  return format.formatRange(atNoon(from), atNoon(to));
}

/** Events of the week or month itself; the grid also shows days of the adjacent months. */
const countOf = (shown: CalendarAnswer) =>
  shown.results.filter((entry) => {
    const place = placed(entry, shown.zone, '');
    return place !== undefined && isWithin(place, shown);
  }).length;

/** The request for the week or month of an address; undefined while its range is invalid, until its other day is set. */
function requestOf(address: URLSearchParams, language: string): string | undefined {
  if (!isInOrder(address)) return undefined;
  const asked = new URLSearchParams(address);
  asked.delete('page');
  asked.set('in', language);
  return `/calendar/admin/agenda/calendar?${asked}`;
}

interface Props {
  address: URLSearchParams;
  span: Span;
  language: string;
  creates: boolean;
  /** The language in which a new event is created. */
  begins?: string;
}

/** D15.12: the filtered events of a week or month, with links to the previous and next one. */
export function AgendaCalendar({ address, span, language, ...making }: Props) {
  const text = useText();
  const { locale } = useIntl();
  const request = requestOf(address, language);
  const { data: shown, failed, loading, again } = useQuery<CalendarAnswer>(request);
  const narrow = useIsMobile();

  if (failed && !loading) {
    return <TryAgain says="agenda.failed" onAgain={again} />;
  }
  if (!shown) return <Loader>{text('references.loading')}</Loader>;

  const to = (day?: string) => `?${toDay(address, day)}`;
  // What is shown may be behind: links go on from what was asked for, which without a day is today.
  const today = loading ? wallIn(Date.now(), shown.zone)?.slice(0, 10) : undefined;
  const day = address.get('day') ?? today ?? shown.day;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} aria-busy={loading} data-busy={loading}>
      <Flex gap={4} wrap="wrap" justifyContent="space-between">
        <Typography tag="h2" variant="delta" aria-live="polite">
          {nameOf(shown, span, locale)}
        </Typography>
        <Flex tag="nav" aria-label={text('agenda.pages')} gap={2} wrap="wrap">
          <LinkButton tag={Link} size="S" variant="tertiary" to={to(shifted(day, span, -1))}>
            {text(`agenda.calendar.previous.${span}`)}
          </LinkButton>
          <LinkButton tag={Link} size="S" variant="tertiary" to={to()}>
            {text('agenda.view.today')}
          </LinkButton>
          <LinkButton tag={Link} size="S" variant="tertiary" to={to(shifted(day, span, 1))}>
            {text(`agenda.calendar.next.${span}`)}
          </LinkButton>
        </Flex>
      </Flex>
      <StatusMessage variant="pi" textColor="neutral600">
        {shown.more
          ? text('agenda.calendar.cut', { count: shown.results.length })
          : text('agenda.count', { count: countOf(shown) })}
      </StatusMessage>
      <Suspense fallback={<Loader>{text('references.loading')}</Loader>}>
        <CalendarGrid shown={shown} span={span} narrow={narrow} {...making} />
      </Suspense>
    </Flex>
  );
}
