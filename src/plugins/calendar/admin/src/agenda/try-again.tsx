import { Button, Flex, Typography } from '@strapi/design-system';
import { type TextKey, useText } from '../use-text';

interface Props {
  /** What could not be read, where there is a word for it. */
  says?: TextKey;
  onAgain: () => void;
}

/** What stands where the server did not answer, with a way to ask once more. */
export function TryAgain({ says = 'read.failed', onAgain }: Props) {
  const text = useText();
  return (
    <Flex gap={4} wrap="wrap" role="alert">
      <Typography textColor="danger700">{text(says)}</Typography>
      <Button variant="tertiary" size="S" onClick={onAgain}>
        {text('agenda.again')}
      </Button>
    </Flex>
  );
}
