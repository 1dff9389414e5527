import { Box, Button, Dialog, Flex, LinkButton, Status, Typography } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Webhook } from '../../../server/src/resources/payloads';
import { useText } from '../use-text';
import { useMessageName } from './message-choice';

interface Confirmation {
  label: string;
  meaning: string;
  busy: boolean;
  danger?: boolean;
  onConfirm: () => void;
}

/** A button with a confirmation dialog. */
function Confirmed({ label, meaning, busy, danger, onConfirm }: Confirmation) {
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button variant={danger ? 'danger-light' : 'tertiary'} size="S" disabled={busy}>
          {label}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={label} onConfirm={onConfirm}>
        {meaning}
      </ConfirmDialog>
    </Dialog.Root>
  );
}

/** Returns a function that formats an instant. */
export function useMoment() {
  const { formatDate } = useIntl();
  return (at: string) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Explains why a webhook was switched off, with a button to enable it. */
function SwitchedOff({ webhook, onEnable }: { webhook: Webhook; onEnable: () => void }) {
  const text = useText();
  const moment = useMoment();
  const { switched_off: why, switched_off_at: at } = webhook;
  if (!why) return null;
  return (
    <Flex
      background="danger100"
      padding={3}
      gap={3}
      hasRadius
      wrap="wrap"
      justifyContent="space-between"
    >
      <Typography textColor="danger700">
        {text(`webhooks.off.${why}`, { date: at ? moment(at) : '' })}
      </Typography>
      <Button size="S" variant="secondary" onClick={onEnable}>
        {text('webhooks.enable')}
      </Button>
    </Flex>
  );
}

function State({ enabled, switched_off }: Webhook) {
  const text = useText();
  const [variant, key] = switched_off
    ? (['danger', 'webhooks.state.switched-off'] as const)
    : enabled
      ? (['success', 'webhooks.state.on'] as const)
      : (['secondary', 'webhooks.state.off'] as const);
  return (
    <Status variant={variant} size="S">
      <Typography tag="span" fontWeight="bold">
        {text(key)}
      </Typography>
    </Status>
  );
}

interface Props {
  webhook: Webhook;
  busy: boolean;
  /** Shown below: a new secret, or the result of a test. */
  children?: ReactNode;
  onEdit: () => void;
  onEnable: (enabled: boolean) => void;
  onTest: () => void;
  onRenew: () => void;
  onRemove: () => void;
}

/** A webhook with its address, messages, state and actions. */
export function WebhookCard({ webhook, busy, children, ...on }: Props) {
  const text = useText();
  const moment = useMoment();
  const { messageName } = useMessageName();
  const { id, name, url, types, enabled, last_delivered, pending } = webhook;
  const wanted = types.length > 0 ? types.map(messageName).join(' · ') : text('webhooks.every');
  const lines = [
    last_delivered
      ? text('webhooks.last', { date: moment(last_delivered) })
      : text('webhooks.never'),
    ...(pending > 0 ? [text('webhooks.pending', { count: pending })] : []),
    ...(webhook.paused_until
      ? [text('webhooks.paused', { date: moment(webhook.paused_until) })]
      : []),
    ...(webhook.previous_secret_until
      ? [text('webhooks.former', { date: moment(webhook.previous_secret_until) })]
      : []),
  ];
  return (
    <Box
      tag="li"
      background="neutral0"
      padding={5}
      shadow="tableShadow"
      hasRadius
      aria-labelledby={`webhook-${id}`}
    >
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Flex gap={3} wrap="wrap" justifyContent="space-between">
          <Typography id={`webhook-${id}`} tag="h2" variant="delta">
            <bdi>{name || url}</bdi>
          </Typography>
          <State {...webhook} />
        </Flex>
        {name && (
          <Typography style={{ overflowWrap: 'anywhere' }}>
            <span dir="ltr">{url}</span>
          </Typography>
        )}
        <Typography variant="pi" textColor="neutral600">
          {wanted}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {lines.join(' · ')}
        </Typography>
        <SwitchedOff webhook={webhook} onEnable={() => on.onEnable(true)} />
        {children}
        <Flex gap={2} wrap="wrap" role="group" aria-labelledby={`webhook-${id}`}>
          <Button size="S" variant="secondary" disabled={busy} onClick={on.onTest}>
            {text('webhooks.test')}
          </Button>
          <LinkButton tag={Link} size="S" variant="tertiary" to={`?log=${id}`}>
            {text('webhooks.log')}
          </LinkButton>
          <Button size="S" variant="tertiary" disabled={busy} onClick={on.onEdit}>
            {text('webhooks.edit')}
          </Button>
          {!webhook.switched_off && (
            <Button
              size="S"
              variant="tertiary"
              disabled={busy}
              onClick={() => on.onEnable(!enabled)}
            >
              {text(enabled ? 'webhooks.disable' : 'webhooks.enable')}
            </Button>
          )}
          <Confirmed
            busy={busy}
            label={text('webhooks.renew')}
            meaning={text('webhooks.renew.meaning')}
            onConfirm={on.onRenew}
          />
          <Confirmed
            danger
            busy={busy}
            label={text('webhooks.remove')}
            meaning={text('webhooks.remove.meaning', { name: name || url })}
            onConfirm={on.onRemove}
          />
        </Flex>
      </Flex>
    </Box>
  );
}
