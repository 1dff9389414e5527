import {
  Box,
  Button,
  EmptyStateLayout,
  Flex,
  LinkButton,
  Loader,
  Status,
  Typography,
} from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Delivery, Webhook } from '../../../server/src/resources/payloads';
import { pageIn } from '../agenda/agenda-address';
import { AgendaPages, ToLastPage } from '../agenda/agenda-list';
import { TryAgain } from '../agenda/try-again';
import { reasonOf } from '../faults-of';
import { StatusMessage } from '../status-message';
import { useText } from '../use-text';
import { useMessageName } from './message-choice';
import { useDeliveries } from './use-deliveries';
import { useMoment } from './webhook-card';

const VARIANTS = { delivered: 'success', pending: 'warning', failed: 'danger' } as const;

/** Returns a function that describes an attempt's response or error. */
export function useAnswer() {
  const text = useText();
  return ({
    response_status,
    error,
    duration,
  }: Pick<Delivery, 'response_status' | 'error' | 'duration'>) =>
    [
      ...(response_status ? [text('webhooks.answer', { status: response_status })] : []),
      ...(error ? [text(`webhooks.error.${error}`)] : []),
      ...(duration !== null ? [text('webhooks.duration', { duration })] : []),
    ].join(' · ');
}

type EntryProps = { delivery: Delivery; busy: boolean; onRedeliver: () => void };

/** One delivery: creation, response, attempts and next attempt. */
function Entry({ delivery, busy, onRedeliver }: EntryProps) {
  const text = useText();
  const moment = useMoment();
  const answer = useAnswer();
  const { typeName, messageName } = useMessageName();
  const { type, record, status, attempts, created, next_attempt } = delivery;
  const name = `${messageName(type)} · ${typeName(record.type)} ${record.id}`;
  const lines = [
    answer(delivery),
    text('webhooks.attempts', { count: attempts }),
    next_attempt ? text('webhooks.next', { date: moment(next_attempt) }) : '',
  ];
  return (
    <Flex
      tag="li"
      background="neutral0"
      padding={4}
      gap={3}
      wrap="wrap"
      justifyContent="space-between"
      borderColor="neutral150"
    >
      <Flex direction="column" alignItems="start" gap={1}>
        <Flex gap={2} wrap="wrap">
          <Typography fontWeight="semiBold">{name}</Typography>
          <Status variant={VARIANTS[status]} size="XS">
            <Typography tag="span" variant="pi" fontWeight="bold" textColor="neutral800">
              {text(`webhooks.status.${status}`)}
            </Typography>
          </Status>
        </Flex>
        <Typography variant="pi" textColor="neutral600">
          {[moment(created), ...lines.filter(Boolean)].join(' · ')}
        </Typography>
      </Flex>
      {status === 'failed' && (
        <Button
          size="S"
          variant="tertiary"
          disabled={busy}
          aria-label={text('webhooks.redeliver.one', { name })}
          onClick={onRedeliver}
        >
          {text('webhooks.redeliver')}
        </Button>
      )}
    </Flex>
  );
}

type Props = { webhook: Webhook; address: URLSearchParams; onRefresh: () => void };

/** The delivery log of a webhook, newest first. */
export function Deliveries({ webhook, address, onRefresh }: Props) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const failedOnly = address.get('status') === 'failed';
  const page = pageIn(address);
  const deliveries = useDeliveries(webhook.id, { page, failedOnly });
  const { data: log, failed, loading, again } = deliveries;
  const [sent, setSent] = useState<{ done: number; of: number }>();
  const [busy, setBusy] = useState(false);
  const top = useRef<HTMLUListElement>(null);

  const doing = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toggleNotification({ type: 'warning', message: reasonOf(error, text('lost-answer')) });
      again();
    }
    setSent(undefined);
    setBusy(false);
  };

  const refresh = () => {
    again();
    onRefresh();
  };

  const chosen = { all: `?log=${webhook.id}`, failed: `?log=${webhook.id}&status=failed` };
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={4} aria-busy={loading}>
      <Flex gap={3} wrap="wrap" justifyContent="space-between">
        <Flex tag="nav" aria-label={text('webhooks.log')} gap={2} wrap="wrap">
          {(['all', 'failed'] as const).map((which) => {
            const isShown = failedOnly === (which === 'failed');
            return (
              <LinkButton
                key={which}
                tag={Link}
                size="S"
                to={chosen[which]}
                variant={isShown ? 'secondary' : 'tertiary'}
                {...(isShown && { 'aria-current': 'page' })}
              >
                {text(`webhooks.show.${which}`)}
              </LinkButton>
            );
          })}
        </Flex>
        <Flex gap={2} wrap="wrap">
          <Button size="S" variant="tertiary" disabled={busy} onClick={refresh}>
            {text('webhooks.refresh')}
          </Button>
          {failedOnly && log && log.total > 0 && (
            <Button
              size="S"
              loading={busy}
              onClick={() =>
                doing(() => deliveries.redeliverAll((done, of) => setSent({ done, of })))
              }
            >
              {text('webhooks.redeliver.all')}
            </Button>
          )}
        </Flex>
      </Flex>
      <StatusMessage variant="pi" textColor="neutral600">
        {sent
          ? text('webhooks.redelivered', sent)
          : log
            ? text('webhooks.count', { count: log.total })
            : ''}
      </StatusMessage>
      {failed && !loading && <TryAgain onAgain={again} />}
      {!log && loading && <Loader>{text('references.loading')}</Loader>}
      {log?.total === 0 && (
        <EmptyStateLayout
          content={text(failedOnly ? 'webhooks.none-failed' : 'webhooks.none-sent')}
        />
      )}
      {log && log.deliveries.length > 0 && (
        <Box ref={top} tabIndex={-1} tag="ul" shadow="tableShadow" hasRadius overflow="hidden">
          {log.deliveries.map((delivery) => (
            <Entry
              key={delivery.id}
              delivery={delivery}
              busy={busy}
              onRedeliver={() => doing(() => deliveries.redeliver(delivery.id))}
            />
          ))}
        </Box>
      )}
      {log && !failed && !loading && (
        <ToLastPage page={page} pages={log.total_pages} address={address} />
      )}
      {log && <AgendaPages page={page} more={page < log.total_pages} address={address} top={top} />}
    </Flex>
  );
}
