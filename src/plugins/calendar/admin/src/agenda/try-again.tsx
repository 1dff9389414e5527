import { Button, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { hasSessionEnded } from '../saves/session-guard';
import { type TextKey, useText } from '../use-text';

interface Props {
  /** The message; by default a general one. */
  says?: TextKey;
  onAgain: () => void;
}

/** The server's message where the session has ended, which is translated. Strapi leads to its login from forms alone. */
const ENDED = 'apiError.Missing or invalid credentials';

/** An error message with a button to retry. */
export function TryAgain({ says = 'read.failed', onAgain }: Props) {
  const text = useText();
  const { formatMessage } = useIntl();
  const message = hasSessionEnded() ? formatMessage({ id: ENDED }) : text(says);
  return (
    <Flex gap={4} wrap="wrap" role="alert">
      <Typography textColor="danger700">{message}</Typography>
      <Button variant="tertiary" size="S" onClick={onAgain}>
        {text('agenda.again')}
      </Button>
    </Flex>
  );
}
