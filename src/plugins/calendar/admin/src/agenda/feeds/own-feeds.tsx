import { Box, Button, Dialog, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useFocusInPlace } from '../../return-focus';
import { useStatusMessage } from '../../status-message';
import { useText } from '../../use-text';
import { FeedAddress } from './feed-address';
import type { Feed } from './use-feeds';

interface Props {
  feeds: Feed[];
  made?: Feed;
  busy: boolean;
  /** Whether the current filters can be served as a feed. */
  canMake: boolean;
  onMake: (name: string) => void;
  onRevoke: (feed: Feed) => void;
}

type OneProps = { feed: Feed; onRevoke: () => void };

function OwnFeed({ feed: { name, created }, onRevoke }: OneProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const called = name || text('feeds.unnamed');
  return (
    <Flex tag="li" gap={4} justifyContent="space-between" paddingTop={2}>
      <Typography>
        <bdi>{called}</bdi>
        {' · '}
        {formatDate(created, { dateStyle: 'medium' })}
      </Typography>
      <Dialog.Root>
        <Dialog.Trigger>
          <Button
            variant="danger-light"
            size="S"
            aria-label={text('feeds.revoke.one', { name: called })}
          >
            {text('feeds.revoke')}
          </Button>
        </Dialog.Trigger>
        <ConfirmDialog title={text('feeds.revoke')} onConfirm={onRevoke}>
          {text('feeds.revoke.meaning', { name: called })}
        </ConfirmDialog>
      </Dialog.Root>
    </Flex>
  );
}

/** Ignores the second click of a double click, which would create another, unnamed key. */
function ignoreDoubleClick(click: MouseEvent) {
  if (click.detail > 1) click.preventDefault();
}

/** D14.7: lists the user's feed keys, creates and revokes them. A key's address is shown only once. */
export function OwnFeeds({ feeds, made, busy, canMake, onMake, onRevoke }: Props) {
  const text = useText();
  const [name, setName] = useState('');
  const label = text('feeds.made', { name: made?.name ?? '' });
  useStatusMessage(made ? `${label} ${text('feeds.made.once')}` : '', made);
  const all = useRef<HTMLElement>(null);
  useFocusInPlace(all, 'li button');
  const sent = useRef('');
  const make = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) sent.current = name;
    onMake(name);
  };
  useEffect(() => {
    // After a failure the name stays, and so does another one that was typed meanwhile.
    if (made) setName((now) => (now === sent.current ? '' : now));
  }, [made]);
  return (
    <Flex
      ref={all}
      tag="section"
      tabIndex={-1}
      aria-label={text('feeds.own')}
      direction="column"
      alignItems="stretch"
      gap={3}
    >
      <Typography tag="h3" variant="delta">
        {text('feeds.own')}
      </Typography>
      <Typography>{text('feeds.own.meaning')}</Typography>
      {made?.address && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          <FeedAddress label={label} address={made.address} />
          <Typography variant="pi" textColor="neutral600">
            {text('feeds.made.once')}
          </Typography>
        </Flex>
      )}
      {canMake && (
        <form onSubmit={make}>
          <Field.Root name="feed-name" width="100%">
            <Field.Label>{text('feeds.name')}</Field.Label>
            <Flex gap={2} alignItems="stretch">
              <Flex grow={1} direction="column" alignItems="stretch">
                <TextInput
                  value={name}
                  maxLength={255}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
              </Flex>
              <Button
                type="submit"
                variant="secondary"
                size="L"
                loading={busy}
                onClick={ignoreDoubleClick}
              >
                {text('feeds.make')}
              </Button>
            </Flex>
          </Field.Root>
        </form>
      )}
      {feeds.length > 0 && (
        <Box tag="ul" aria-label={text('feeds.list')}>
          {feeds.map((feed) => (
            <OwnFeed key={feed.id} feed={feed} onRevoke={() => onRevoke(feed)} />
          ))}
        </Box>
      )}
    </Flex>
  );
}
