import { Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Bell } from '@strapi/icons';
import { useState } from 'react';
import { type TextKey, useText } from '../../use-text';
import { AgendaDialog } from '../agenda-dialog';
import { TryAgain } from '../try-again';
import { FeedAddress } from './feed-address';
import { OwnFeeds } from './own-feeds';
import { useFeeds } from './use-feeds';

type Public = NonNullable<NonNullable<ReturnType<typeof useFeeds>['answer']>['public']>;

/** Links to subscribe: `webcal:` for calendar programs, and the web services of Google and Outlook. */
function PublicFeed({ address, webcal, google, outlook }: Public) {
  const text = useText();
  const links = [
    [text('feeds.program'), webcal],
    ['Google Calendar', google],
    ['Outlook', outlook],
    ['Apple', webcal],
  ] as const;
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={3}>
      <Typography tag="h3" variant="delta">
        {text('feeds.public')}
      </Typography>
      <Flex gap={2} wrap="wrap">
        {links.map(([name, href]) => (
          <LinkButton
            key={name}
            href={href}
            size="S"
            variant="secondary"
            rel="nofollow noreferrer"
            {...(href === webcal ? {} : { target: '_blank' })}
          >
            {name}
          </LinkButton>
        ))}
      </Flex>
      <FeedAddress label={text('feeds.address')} address={address} />
    </Flex>
  );
}

type FeedsProps = { question: string; busy: boolean; onBusy: (busy: boolean) => void };

function Feeds({ question, ...making }: FeedsProps) {
  const text = useText();
  const { answer, made, failed, isUnread, read, make, revoke } = useFeeds(question, making);
  const remarks: TextKey[] = answer
    ? [
        ...(answer.isFed ? [] : ['feeds.none' as const]),
        ...(answer.isFed && !answer.public ? ['feeds.not-public' as const] : []),
        ...answer.unsaid.map((name) => `feeds.unsaid.${name}` as const),
      ]
    : [];
  return (
    <Flex direction="column" alignItems="stretch" gap={6} aria-busy={!answer}>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography>{text('feeds.meaning')}</Typography>
        {remarks.map((remark) => (
          <Typography key={remark} fontWeight="semiBold">
            {text(remark)}
          </Typography>
        ))}
        {failed && (
          <Typography textColor="danger700" role="alert">
            {failed}
          </Typography>
        )}
        {isUnread && <TryAgain onAgain={read} />}
      </Flex>
      {answer?.public && <PublicFeed {...answer.public} />}
      {answer && (
        <OwnFeeds
          feeds={answer.feeds}
          made={made}
          busy={making.busy}
          canMake={answer.isFed}
          onMake={make}
          onRevoke={revoke}
        />
      )}
    </Flex>
  );
}

/**
 * D15.7: the dialog to subscribe to the agenda's events. `question`: the agenda's query; disabled when its days are
 * invalid.
 */
export function Subscribe({ question, disabled }: { question: string; disabled: boolean }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false); // Creating a key, whose address is shown only once.
  return (
    <>
      <Button
        variant="tertiary"
        startIcon={<Bell aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {text('feeds.subscribe')}
      </Button>
      <AgendaDialog
        title={text('feeds.subscribe')}
        open={open}
        onClose={() => !busy && setOpen(false)}
      >
        <Feeds question={question} busy={busy} onBusy={setBusy} />
      </AgendaDialog>
    </>
  );
}
