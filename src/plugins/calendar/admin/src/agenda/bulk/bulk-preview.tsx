import { Box, Flex, Typography } from '@strapi/design-system';
import { Progress } from '../../progress';
import { StatusMessage } from '../../status-message';
import { useText } from '../../use-text';
import { TryAgain } from '../try-again';
import { isChanged, type Outcome } from './actions';
import { useBulkContext } from './bulk-context';
import { useChangeWords } from './change-words';
import type { Preview } from './use-bulk';

type OneProps = { outcome: Outcome; words: ReturnType<typeof useChangeWords> };

function OutcomeOf({ outcome, words }: OneProps) {
  const text = useText();
  const { titleOf } = useBulkContext();
  const { id, changes, refused } = outcome;
  return (
    <Box tag="li" paddingTop={2} paddingBottom={2}>
      <Typography fontWeight="semiBold" tag="p">
        <bdi>{titleOf(id)}</bdi>
      </Typography>
      {refused && (
        <Typography textColor="danger700" tag="p">
          {words.refusal(refused)}
        </Typography>
      )}
      {!refused && changes.length === 0 && (
        <Typography textColor="neutral600" tag="p">
          {text('bulk.unchanged')}
        </Typography>
      )}
      {changes.map((change) => (
        <Typography key={JSON.stringify(change)} tag="p" textColor="neutral700">
          {words.change(change)}
        </Typography>
      ))}
      {words.remarks(outcome).map((remark) => (
        <Typography key={remark} tag="p" textColor="warning700">
          {remark}
        </Typography>
      ))}
    </Box>
  );
}

interface Props {
  preview?: Preview;
  loading: boolean;
  /** Progress of the preview in percent. */
  share?: number;
  failed: boolean;
  onAgain: () => void;
}

/** D15.8: shows before anything is changed what will change, what will not, and why. */
export function BulkPreview({ preview, loading, share, failed, onAgain }: Props) {
  const text = useText();
  const words = useChangeWords(preview?.names ?? {});
  const records = preview?.records ?? [];
  const refused = records.filter((each) => each.refused).length;
  const changed = records.filter(isChanged);
  const copies = changed.flatMap(({ changes }) => changes.filter(({ field }) => field === 'copy'));
  const found =
    preview &&
    (copies.length > 0
      ? text('bulk.preview.copies', { count: copies.length })
      : text('bulk.preview.count', { changed: changed.length, refused }));
  return (
    <Flex direction="column" alignItems="stretch" gap={2} aria-busy={loading}>
      <Typography tag="h3" variant="delta">
        {text('bulk.preview')}
      </Typography>
      <StatusMessage>{found ?? (loading ? text('references.loading') : '')}</StatusMessage>
      {loading && <Progress value={share} aria-label={text('references.loading')} />}
      {failed && <TryAgain onAgain={onAgain} />}
      <Box tag="ul" aria-label={text('bulk.preview')}>
        {records.map((outcome) => (
          <OutcomeOf key={outcome.id} outcome={outcome} words={words} />
        ))}
      </Box>
    </Flex>
  );
}
