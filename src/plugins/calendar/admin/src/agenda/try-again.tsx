import { Button, Flex, Typography } from '@strapi/design-system';
import { failureText } from '../saves/session-guard';
import { type TextKey, useText } from '../use-text';

interface Props {
  /** The message; by default a general one. */
  says?: TextKey;
  onAgain: () => void;
}

/** An error message with a button to retry. */
export function TryAgain({ says = 'read.failed', onAgain }: Props) {
  const text = useText();
  return (
    <Flex gap={4} wrap="wrap" role="alert">
      <Typography textColor="danger700">{text(failureText(says))}</Typography>
      <Button variant="tertiary" size="S" onClick={onAgain}>
        {text('agenda.again')}
      </Button>
    </Flex>
  );
}
