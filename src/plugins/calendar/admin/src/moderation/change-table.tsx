import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { SubmittedChange } from '../../../server/src/records/submission-changes';
import { sourceOf } from '../agenda/agenda-entry';
import { useFieldLabel, useText } from '../use-text';

/** Three columns on wide screens, stacked on narrow ones. */
const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  font-size: 1.4rem;
  line-height: 1.4;
  color: ${({ theme }) => theme.colors.neutral800};

  caption {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  th {
    text-align: start;
    font-weight: 600;
  }
  th,
  td {
    padding: 0.8rem;
    vertical-align: top;
    border-block-start: 1px solid ${({ theme }) => theme.colors.neutral200};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  th:first-child {
    width: 20%;
  }
  td:last-child {
    background: ${({ theme }) => theme.colors.success100};
  }
  img {
    max-width: 16rem;
    border-radius: 4px;
  }

  @media (max-width: 768px) {
    tr,
    th:first-child,
    th,
    td {
      display: block;
      width: auto;
    }
    thead {
      display: none;
    }
    td {
      border: 0;
    }
    td::before {
      content: attr(data-column);
      display: block;
      font-size: 1.2rem;
      color: ${({ theme }) => theme.colors.neutral600};
    }
  }
`;

const DAY = { dateStyle: 'full', timeZone: 'UTC' } as const;
const WALL = { ...DAY, timeStyle: 'short' } as const;
/** In the browser's zone, which it names. */
const INSTANT = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function Value({ change, side }: { change: SubmittedChange; side: 'before' | 'after' }) {
  const text = useText();
  const { formatDate, formatMessage, formatList } = useIntl();
  if (change.kind === 'secret') return <>{text('moderation.secret')}</>;
  const value = change[side];
  const none = <Typography textColor="neutral600">{text('moderation.nothing')}</Typography>;
  if (value === null || value === undefined) return none;
  switch (change.kind) {
    case 'flag':
      return <>{text(value ? 'moderation.yes' : 'moderation.no')}</>;
    case 'wall': {
      const [day, time = ''] = String(value).split(' '); // A day has no time.
      const wall = new Date(`${day}T${time || '00:00:00'}Z`);
      return <>{Number.isNaN(+wall) ? String(value) : formatDate(wall, time ? WALL : DAY)}</>;
    }
    case 'instant':
      return <>{formatDate(String(value), INSTANT)}</>;
    case 'choice':
      return <>{formatMessage({ id: String(value), defaultMessage: String(value) })}</>;
    case 'names':
      return <bdi>{formatList(change[side] ?? [], { type: 'unit' })}</bdi>;
    case 'picture': {
      const picture = change[side];
      return picture ? <img src={sourceOf(picture.url)} alt={picture.text} /> : none;
    }
    default:
      return <bdi>{String(value)}</bdi>;
  }
}

/** The fields that publishing a draft would change, with the public value and the draft's. */
export function ChangeTable({ title, changes }: { title: string; changes: SubmittedChange[] }) {
  const text = useText();
  const labelOf = useFieldLabel();
  const columns = { before: text('moderation.before'), after: text('moderation.after') };
  return (
    <Table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{text('moderation.field')}</th>
          <th scope="col">{columns.before}</th>
          <th scope="col">{columns.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{labelOf(change.field)}</th>
            {(['before', 'after'] as const).map((side) => (
              <td key={side} data-column={columns[side]}>
                <Value change={change} side={side} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
