import {
  Button,
  EmptyStateLayout,
  Flex,
  LinkButton,
  Loader,
  Typography,
} from '@strapi/design-system';
import { ArrowLeft, Plus } from '@strapi/icons';
import { Layouts, Page, useNotification } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Webhook, WebhookTest } from '../../../server/src/resources/payloads';
import { FeedAddress } from '../agenda/feeds/feed-address';
import { TryAgain } from '../agenda/try-again';
import { useDirection } from '../direction';
import { isAbort, reasonOf } from '../faults-of';
import { WEBHOOKS_PERMISSIONS } from '../permissions';
import { useFocusInPlace } from '../return-focus';
import { useStatusMessage } from '../status-message';
import { type TextKey, useText } from '../use-text';
import { Deliveries, useAnswer } from './deliveries';
import { type Draft, useWebhooks } from './use-webhooks';
import { WebhookCard } from './webhook-card';
import { WebhookForm } from './webhook-form';

/** The latest secret or test result of a webhook. */
interface LatestResult {
  secret?: string;
  tried?: WebhookTest;
}

/** Shows and announces a new secret, which is shown only once, or the result of a test. */
function ShowLatestResult({ secret, tried }: LatestResult) {
  const text = useText();
  const answer = useAnswer();
  const result =
    tried &&
    [text(tried.delivered ? 'webhooks.tried.well' : 'webhooks.tried.badly'), answer(tried)]
      .filter(Boolean)
      .join(' · ');
  useStatusMessage(
    result ?? (secret ? `${text('webhooks.secret')}. ${text('webhooks.secret.once')}` : ''),
    tried ?? secret,
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {secret && (
        <>
          <FeedAddress label={text('webhooks.secret')} address={secret} />
          <Typography variant="pi" textColor="neutral600">
            {text('webhooks.secret.once')}
          </Typography>
        </>
      )}
      {tried && (
        <Typography textColor={tried.delivered ? 'success700' : 'danger700'}>{result}</Typography>
      )}
    </Flex>
  );
}

function Webhooks() {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { listed, failed, load, create, change, remove, renew, tryOut } = useWebhooks();
  const [address, setAddress] = useSearchParams();
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [told, setTold] = useState<Record<number, LatestResult>>({}); // By webhook.
  const [busy, setBusy] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useFocusInPlace(content, 'li button');
  const logged = listed?.results.find(({ id }) => String(id) === address.get('log'));

  const doing = async (
    work: () => Promise<void>,
    done?: TextKey,
    lost: TextKey = 'lost-answer',
  ) => {
    setBusy(true);
    try {
      await work();
      if (done) toggleNotification({ type: 'success', message: text(done) });
    } catch (error) {
      if (isAbort(error)) return;
      toggleNotification({ type: 'warning', message: reasonOf(error, text(lost)) });
      await load();
    }
    setBusy(false);
  };

  const show = (id: number, result: LatestResult) =>
    setTold((before) => ({ ...before, [id]: result }));

  const save = async (draft: Draft, key: string) => {
    if (edited === 'new') {
      const { id, secret } = await create(draft, key);
      show(id, { secret });
    } else if (edited) await change(edited.id, draft);
    setEdited(undefined);
  };

  const actions = (webhook: Webhook) => ({
    onEdit: () => setEdited(webhook),
    onEnable: (enabled: boolean) => doing(() => change(webhook.id, { enabled })),
    onTest: () => {
      const { id } = webhook;
      const test = async () => {
        const tried = await tryOut(id);
        if (tried.delivered) await load(); // It has ended a pause.
        setTold((before) => ({ ...before, [id]: { ...before[id], tried } })); // A secret stays visible to be copied.
      };
      return doing(test, undefined, 'webhooks.failed');
    },
    onRenew: () =>
      doing(async () => show(webhook.id, { secret: (await renew(webhook.id)).secret })),
    onRemove: () =>
      doing(async () => {
        await remove(webhook.id);
        setAddress({});
      }, 'webhooks.removed'),
  });

  const shown = logged ? [logged] : listed?.results;
  return (
    <Page.Main dir={useDirection()} aria-busy={!listed && !failed}>
      <Page.Title>{text('webhooks.title')}</Page.Title>
      <Layouts.Header
        title={text(logged ? 'webhooks.log' : 'webhooks.title')}
        subtitle={logged ? undefined : text('webhooks.subtitle')}
        navigationAction={
          logged && (
            <Flex>
              <LinkButton tag={Link} variant="ghost" size="S" startIcon={<ArrowLeft />} to="?">
                {text('webhooks.title')}
              </LinkButton>
            </Flex>
          )
        }
        primaryAction={
          listed && (
            <Button startIcon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
              {text('webhooks.new')}
            </Button>
          )
        }
      />
      <Layouts.Content>
        <Flex
          ref={content}
          tabIndex={-1}
          direction="column"
          alignItems="stretch"
          gap={6}
          paddingBottom={8}
        >
          {failed && <TryAgain onAgain={load} />}
          {!listed && !failed && <Loader>{text('references.loading')}</Loader>}
          {listed?.results.length === 0 && <EmptyStateLayout content={text('webhooks.empty')} />}
          {shown && shown.length > 0 && (
            <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
              {shown.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} busy={busy} {...actions(webhook)}>
                  {told[webhook.id] && <ShowLatestResult {...told[webhook.id]} />}
                </WebhookCard>
              ))}
            </Flex>
          )}
          {logged && (
            <Deliveries key={logged.id} webhook={logged} address={address} onRefresh={load} />
          )}
        </Flex>
      </Layouts.Content>
      {edited && listed && (
        <WebhookForm
          webhook={edited === 'new' ? undefined : edited}
          types={listed.types}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page.Main>
  );
}

/** D17: the page on which webhooks and their deliveries are managed. */
export default function WebhooksPage() {
  return (
    <Page.Protect permissions={WEBHOOKS_PERMISSIONS}>
      <Webhooks />
    </Page.Protect>
  );
}
