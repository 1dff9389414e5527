import { Status, type StatusProps, Typography } from '@strapi/design-system';
import type { Status as RecordState } from '../../../server/src/content-types/rows';
import { useDirection } from '../direction';
import { useText } from '../use-text';

/** D6.1; `modified`: the draft differs from the published version. */
export type State = RecordState | 'modified';

const VARIANTS = {
  publish: 'success',
  private: 'alternative',
  future: 'alternative',
  pending: 'warning',
  draft: 'secondary',
  trash: 'danger',
  modified: 'alternative',
} as const;

/** Strapi's orange on yellow only has a contrast of 2.7:1. */
const DARK = { color: 'neutral800' } as const;

type Props = Omit<StatusProps, 'variant' | 'children'> & { state: State };

/** A record's state in the admin's language, in Strapi's colour for it. */
export function StateBadge({ state, size = 'S', ...rest }: Props) {
  const text = useText();
  return (
    <Status
      {...rest}
      {...(state === 'pending' && DARK)}
      variant={VARIANTS[state]}
      size={size}
      dir={useDirection()}
    >
      <Typography tag="span" variant={size === 'XS' ? 'pi' : 'omega'} fontWeight="bold">
        {text(`state.${state}`)}
      </Typography>
    </Status>
  );
}
