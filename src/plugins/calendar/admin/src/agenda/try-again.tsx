import { Button, Flex, Typography } from '@strapi/design-system';
import { useText } from '../use-text';

/** What stands where the server did not answer, with a way to ask once more. */
export function TryAgain({ onAgain }: { onAgain: () => void }) {
  const text = useText();
  return (
    <Flex gap={4} role="alert">
      <Typography textColor="danger700">{text('agenda.failed')}</Typography>
      <Button variant="tertiary" size="S" onClick={onAgain}>
        {text('agenda.again')}
      </Button>
    </Flex>
  );
}
