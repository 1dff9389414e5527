import { Badge, Flex, Status, type StatusProps, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../use-text';
import { type State, StateBadge } from './state-badge';

type StrapisStatus = 'draft' | 'published' | 'modified';

/** What the server adds to Strapi's status of a record. */
export type CalendarStatus = {
  status: Exclude<State, 'modified'>;
  date: string | null;
  /** Further marks of an event. */
  marks?: ('canceled' | 'postponed' | 'hidden')[];
};

type Props = Omit<StatusProps, 'variant' | 'children'> & {
  status?: StrapisStatus;
  calendar?: CalendarStatus;
};

const VARIANTS = { draft: 'secondary', published: 'success', modified: 'alternative' } as const;

/** Strapi's own badge, for other types. */
function StrapiStatus({ status = 'draft', size = 'S', ...rest }: Omit<Props, 'calendar'>) {
  const { formatMessage } = useIntl();
  const word = {
    id: `content-manager.containers.List.${status}`,
    defaultMessage: status.charAt(0).toUpperCase() + status.slice(1),
  };
  const shown = formatMessage(word);
  return (
    <Status {...rest} size={size} variant={VARIANTS[status]} role="status" aria-label={shown}>
      <Typography tag="span" variant="omega" fontWeight="bold">
        {shown}
      </Typography>
    </Status>
  );
}

function statesOf({ status }: CalendarStatus, strapis?: StrapisStatus): State[] {
  if (strapis !== 'modified' || status === 'trash') return [status];
  return status === 'publish' ? ['modified'] : [status, 'modified'];
}

/**
 * D6.8: replaces Strapi's component of this name in lists and form headers; the build passes `calendar` to it.
 * Strapi's "published" would be wrong for scheduled, private and trashed records.
 */
export function DocumentStatus({ calendar, ...props }: Props) {
  const text = useText();
  if (!calendar) return <StrapiStatus {...props} />;
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
