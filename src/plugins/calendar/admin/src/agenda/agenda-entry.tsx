import { Badge, Box, Flex, Link as TextLink, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { AgendaEntry as Entry } from '../../../server/src/resources/agenda';
import { ColorDot } from '../color-dot';
import { StateBadge } from '../status/state-badge';
import { DeleteEntry } from '../trash/delete-for-good';
import { type TextKey, useText } from '../use-text';
import { formOf } from './agenda-address';
import { RestoreEntry, SelectEntry } from './bulk/selecting';
import { EntryLanguages } from './entry-languages';
import { INSTANT, isRunning, whenOf } from './when';

/** One line on wide screens; stacked next to the picture on narrow ones. */
const Row = styled.li`
  display: grid;
  grid-template-columns: 2rem 6.4rem minmax(0, 4fr) minmax(0, 3fr) minmax(0, 2fr) 23rem;
  gap: 1.2rem 1.6rem;
  align-items: center;
  padding: 1.2rem 1.6rem;
  background: ${({ theme }) => theme.colors.neutral0};
  border-block-end: 1px solid ${({ theme }) => theme.colors.neutral150};

  h3,
  bdi {
    overflow-wrap: anywhere;
  }

  @media (max-width: 1080px) {
    grid-template-columns: 2rem 6.4rem minmax(0, 1fr);
    align-items: start;

    > :nth-child(n + 4) {
      grid-column: 3;
    }
  }
`;

const Picture = styled.div`
  width: 6.4rem;
  height: 4.8rem;
  border-radius: 4px;
  overflow: hidden;
  background: ${({ theme }) => theme.colors.neutral150};

  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** The absolute address of an uploaded file; other storage providers give one already. */
export const sourceOf = (url: string) => {
  const { backendURL = '' } = window.strapi as { backendURL?: string };
  return url.startsWith('/') ? `${backendURL}${url}` : url;
};

function What({ entry }: { entry: Entry }) {
  const text = useText();
  const { documentId, language, title, categories } = entry;
  return (
    <Flex direction="column" alignItems="start" gap={1} minWidth={0}>
      <h3 dir="auto">
        <TextLink tag={Link} to={formOf(documentId, language)}>
          {title || text('agenda.untitled')}
        </TextLink>
      </h3>
      <Flex gap={3} wrap="wrap">
        {categories.map(({ id, name, color }) => (
          <Flex key={id} gap={1}>
            <ColorDot color={color} />
            <Typography variant="pi" textColor="neutral600" dir="auto">
              {name}
            </Typography>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
}

function WhenAndWhere({ entry, now }: { entry: Entry; now: Date }) {
  const text = useText();
  const { locale } = useIntl();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const when = whenOf(entry, locale, here);
  return (
    <Flex direction="column" alignItems="start" gap={1} minWidth={0}>
      <Flex gap={2} wrap="wrap">
        <Typography>{when ? when.there : text('agenda.undated')}</Typography>
        {isRunning(entry, now) && (
          <Badge backgroundColor="primary100" textColor="primary700">
            {text('agenda.now')}
          </Badge>
        )}
      </Flex>
      {when?.here && (
        <Typography variant="pi" textColor="neutral600">
          <bdi>{entry.timezone}</bdi>
          {' · '}
          {text('agenda.here', { time: when.here })}
        </Typography>
      )}
      {entry.venues.length > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {entry.venues.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ' · '}
              <bdi>{name}</bdi>
            </span>
          ))}
        </Typography>
      )}
    </Flex>
  );
}

const MARKS = ['hidden', 'protected', 'featured'] as const;

/** State, publication date, event status and missing languages of an event as text. */
function StateOf({ entry }: { entry: Entry }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { state, date, event_status, languages } = entry;
  const marks: TextKey[] = [
    ...(event_status === 'scheduled' ? [] : [`agenda.mark.${event_status}` as TextKey]),
    ...MARKS.filter((mark) => entry[mark]).map((mark) => `agenda.mark.${mark}` as TextKey),
    ...(languages.some(({ modified }) => modified) ? ['agenda.mark.modified' as TextKey] : []),
  ];
  return (
    <Flex gap={1} wrap="wrap">
      <StateBadge state={state} size="S" />
      {state === 'future' && date && (
        <Typography variant="pi" textColor="neutral600">
          {text('agenda.from', { date: formatDate(date, INSTANT) })}
        </Typography>
      )}
      {marks.map((mark) => (
        <Badge key={mark} textColor="neutral800" backgroundColor="neutral150">
          {text(mark)}
        </Badge>
      ))}
    </Flex>
  );
}

/** An event in all its languages: what, when and where, its state, a link to the form of each language. */
export function AgendaEntry({
  entry,
  now,
  onDeleted,
}: {
  entry: Entry;
  now: Date;
  onDeleted: () => void;
}) {
  return (
    <Row>
      <SelectEntry entry={entry} />
      <Picture>
        {entry.image && <img src={sourceOf(entry.image.url)} alt="" loading="lazy" />}
      </Picture>
      <What entry={entry} />
      <WhenAndWhere entry={entry} now={now} />
      <StateOf entry={entry} />
      <Box>
        <EntryLanguages {...entry} />
        <Flex gap={1} wrap="wrap" paddingTop={1}>
          <RestoreEntry entry={entry} />
          <DeleteEntry entry={entry} onDone={onDeleted} />
        </Flex>
      </Box>
    </Row>
  );
}
