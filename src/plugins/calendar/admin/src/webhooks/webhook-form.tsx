import { Button, Checkbox, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Webhook } from '../../../server/src/resources/payloads';
import { AgendaDialog } from '../agenda/agenda-dialog';
import { faultsOf } from '../faults-of';
import { newIdempotencyKey } from '../saves/idempotency-keys';
import { failureText } from '../saves/session-guard';
import { useText } from '../use-text';
import { MessageChoice } from './message-choice';
import type { Draft } from './use-webhooks';

interface Props {
  /** The webhook to edit; undefined for a new one. */
  webhook?: Webhook;
  types: Webhook['types'];
  /** Throws the server's errors. The idempotency key stays the same while the form is open. */
  onSave: (draft: Draft, key: string) => Promise<void>;
  onClose: () => void;
}

/** Only the changed fields: others may have changed on the server, for example when the webhook was switched off. */
const changesOf = (values: Required<Draft>, webhook: Required<Draft>): Draft =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(webhook[name as keyof Draft]),
    ),
  );

/** The form of a webhook's name, address and messages. */
export function WebhookForm({ webhook, types, onSave, onClose }: Props) {
  const text = useText();
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  const [key] = useState(newIdempotencyKey);
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [all, setAll] = useState(!webhook || webhook.types.length === 0);
  const [chosen, setChosen] = useState(webhook?.types ?? []);
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    // An empty list would mean all messages.
    if (!all && chosen.length === 0) return setFaults({ types: text('webhooks.choose-one') });
    setBusy(true);
    try {
      const values = { name: name.trim(), url: url.trim(), types: all ? [] : chosen, enabled };
      await onSave(webhook ? changesOf(values, webhook) : values, key);
    } catch (error) {
      const named = faultsOf(error);
      setFaults(
        Object.keys(named).length > 0 ? named : { other: text(failureText('webhooks.failed')) },
      );
      setBusy(false);
    }
  };

  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const { url: urlFault, name: nameFault, types: typesFault, ...others } = faults;
  return (
    <AgendaDialog
      open
      title={text(webhook ? 'webhooks.edit' : 'webhooks.new')}
      onClose={() => !busy && onClose()}
      footer={
        <>
          <Button variant="tertiary" disabled={busy} onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {text('webhooks.save')}
          </Button>
        </>
      }
    >
      <form ref={fields} id={form} onSubmit={save} noValidate>
        <Flex direction="column" alignItems="stretch" gap={5}>
          <Field.Root name="webhook-url" required error={urlFault} hint={text('webhooks.url.hint')}>
            <Field.Label>{text('webhooks.url')}</Field.Label>
            <TextInput
              type="url"
              dir="ltr"
              value={url}
              placeholder="https://"
              onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            />
            <Field.Hint />
            <Field.Error />
          </Field.Root>
          <Field.Root name="webhook-name" error={nameFault}>
            <Field.Label>{text('webhooks.name')}</Field.Label>
            <TextInput
              value={name}
              maxLength={255}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Field.Error />
          </Field.Root>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography tag="h3" variant="delta">
              {text('webhooks.messages')}
            </Typography>
            <Checkbox checked={all} onCheckedChange={(on) => setAll(on === true)}>
              {text('webhooks.every')}
            </Checkbox>
            {!all && <MessageChoice types={types} chosen={chosen} onChange={setChosen} />}
          </Flex>
          <Checkbox checked={enabled} onCheckedChange={(on) => setEnabled(on === true)}>
            {text('webhooks.enabled')}
          </Checkbox>
          {[typesFault, ...Object.values(others)].filter(Boolean).map((fault) => (
            <Typography key={fault} textColor="danger700" role="alert">
              {fault}
            </Typography>
          ))}
        </Flex>
      </form>
    </AgendaDialog>
  );
}
