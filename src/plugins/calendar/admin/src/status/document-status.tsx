import { Badge, Flex, Status, type StatusProps, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../use-text';
import { type State, StateBadge } from './state-badge';

type StrapisStatus = 'draft' | 'published' | 'modified';

/** What the server says of a record of ours besides Strapi's status. */
export type CalendarStatus = {
  status: Exclude<State, 'modified'>;
  date: string | null;
  /** What an event is besides. */
  marks?: ('canceled' | 'postponed' | 'hidden')[];
};

type Props = Omit<StatusProps, 'variant' | 'children'> & {
  status?: StrapisStatus;
  calendar?: CalendarStatus;
};

const VARIANTS = { draft: 'secondary', published: 'success', modified: 'alternative' } as const;

/** Records of other types, as Strapi itself shows them. */
function AsStrapi({ status = 'draft', size = 'S', ...rest }: Omit<Props, 'calendar'>) {
  const { formatMessage } = useIntl();
  const word = {
    id: `content-manager.containers.List.${status}`,
    defaultMessage: status.charAt(0).toUpperCase() + status.slice(1),
  };
  return (
    <Status {...rest} size={size} variant={VARIANTS[status]} role="status" aria-label={status}>
      <Typography tag="span" variant="omega" fontWeight="bold">
        {formatMessage(word)}
      </Typography>
    </Status>
  );
}

function statesOf({ status }: CalendarStatus, strapis?: StrapisStatus): State[] {
  if (strapis !== 'modified' || status === 'trash') return [status];
  return status === 'publish' ? ['modified'] : [status, 'modified'];
}

/**
 * Stands for Strapi's component of this name, in lists and in the header of forms, where the build
 * hands it `calendar`: "published" is untrue of what is scheduled, private, or in the trash (D6.8).
 */
export function DocumentStatus({ calendar, ...props }: Props) {
  const text = useText();
  if (!calendar) return <AsStrapi {...props} />;
  const { status, size, ...rest } = props;
  return (
    <Flex gap={1} role="status" {...rest}>
      {statesOf(calendar, status).map((state) => (
        <StateBadge key={state} state={state} size={size} />
      ))}
      {calendar.marks?.map((mark) => (
        <Badge key={mark} textColor="neutral800" backgroundColor="neutral150">
          {text(`agenda.mark.${mark}`)}
        </Badge>
      ))}
    </Flex>
  );
}
