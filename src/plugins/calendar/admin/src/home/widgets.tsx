import { Flex, Link as TextLink, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SummaryAnswer, SummaryEntry } from '../../../server/src/records/agenda-calendar';
import { formOf } from '../agenda/agenda-address';
import { INSTANT, whenOf } from '../agenda/when';
import { useDirection } from '../direction';
import { useLanguageName, useText } from '../use-text';
import { useSummary } from './use-summary';

/** A widget's frame, in the direction of the admin's language, with loading and error states. */
function Frame({ children }: { children: (summary: SummaryAnswer) => ReactNode }) {
  const direction = useDirection();
  const { summary, failed } = useSummary();
  if (failed) return <Widget.Error />;
  if (!summary) return <Widget.Loading />;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} dir={direction}>
      {children(summary)}
    </Flex>
  );
}

/** Strapi's widgets have a fixed height; with the larger text of phones, three entries fit. */
const List = styled(Flex)`
  @media (max-width: 767px) {
    > :nth-child(n + 4) {
      display: none;
    }
  }
`;

/** The total, as a link to all events. */
function All({ count, to }: { count: number; to: string }) {
  const text = useText();
  return (
    <TextLink tag={Link} to={to}>
      {text('home.all', { count })}
    </TextLink>
  );
}

interface ListProps {
  results: SummaryEntry[];
  told: (entry: SummaryEntry) => string;
}

function Briefs({ results, told }: ListProps) {
  const text = useText();
  return (
    <List tag="ul" direction="column" alignItems="stretch" gap={2}>
      {results.map((entry) => (
        <Flex key={entry.id} tag="li" direction="column" alignItems="start">
          <TextLink tag={Link} to={formOf(entry.documentId, entry.language)}>
            <bdi>{entry.title || text('agenda.untitled')}</bdi>
          </TextLink>
          <Typography variant="pi" textColor="neutral600">
            {told(entry)}
          </Typography>
        </Flex>
      ))}
    </List>
  );
}

function useWhen() {
  const text = useText();
  const { locale } = useIntl();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (entry: SummaryEntry) => {
    const when = whenOf(entry, locale, here);
    if (!when?.here) return when?.there ?? text('agenda.undated');
    return `${when.there} · ${text('agenda.here', { time: when.here })}`;
  };
}

/** D15.14: events of the next seven days, those already running included. */
export function NextDays() {
  const told = useWhen();
  return (
    <Frame>
      {({ next, days }) => (
        <>
          <All count={next.count} to={`/agenda?${new URLSearchParams(days)}`} />
          <Briefs results={next.results} told={told} />
        </>
      )}
    </Frame>
  );
}

/** D15.14: events pending review. */
export function Pending() {
  const told = useWhen();
  return (
    <Frame>
      {({ pending }) => (
        <>
          <All count={pending.count} to="/agenda?view=pending" />
          <Briefs results={pending.results} told={told} />
        </>
      )}
    </Frame>
  );
}

/** D15.14: how many events lack each language. */
export function Untranslated() {
  const text = useText();
  const languageName = useLanguageName();
  return (
    <Frame>
      {({ missing }) => (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
          {Object.entries(missing).map(([code, count]) => (
            <li key={code}>
              <TextLink tag={Link} to={`/agenda?missing=${code}`}>
                {text('home.missing', {
                  language: languageName(code),
                  count,
                })}
              </TextLink>
            </li>
          ))}
        </Flex>
      )}
    </Frame>
  );
}

/** D15.14: the next scheduled publications. */
export function PublishingSoon() {
  const text = useText();
  const { formatDate } = useIntl();
  const told = ({ date }: SummaryEntry) =>
    date ? text('agenda.from', { date: formatDate(date, INSTANT) }) : '';
  return (
    <Frame>
      {({ soon }) => (
        <>
          <All count={soon.count} to="/agenda?view=future" />
          <Briefs results={soon.results} told={told} />
        </>
      )}
    </Frame>
  );
}
