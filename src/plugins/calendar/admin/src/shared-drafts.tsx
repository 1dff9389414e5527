import {
  Button,
  Flex,
  IconButton,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useNotification, useRBAC } from '@strapi/strapi/admin';
import { type MouseEvent, type RefObject, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RecordStatus } from '../../server/src/records/record-status';
import { AddressInput, copyAddress } from './address-input';
import { EVENT } from './agenda/agenda-address';
import { TryAgain } from './agenda/try-again';
import { useDirection } from './direction';
import { permissionTo } from './permissions';
import { useFocusInPlace } from './return-focus';
import { type Named, type SharedDraft, useSharedDrafts } from './use-shared-drafts';
import { useText } from './use-text';

const UPDATE = [permissionTo('update')];

/** Lifetimes of links in days. */
const DAYS = [1, 7, 30] as const;

/** Ignores the second click of a double click. */
const once =
  (work: () => void) =>
  ({ detail }: MouseEvent) => {
    if (detail < 2) work();
  };

interface Shown extends SharedDraft {
  busy: boolean;
  addressRef?: RefObject<HTMLInputElement>;
  onEnd: () => void;
}

/** A link to a draft: expiry, creator, and its address if known. */
function Link({ expires, maker, url, busy, addressRef, onEnd }: Shown) {
  const text = useText();
  const { formatDate } = useIntl();
  const date = formatDate(expires, { dateStyle: 'medium', timeStyle: 'short' });
  const words = maker ? text('shared.until-by', { date, maker }) : text('shared.until', { date });
  return (
    <Flex tag="li" direction="column" alignItems="stretch" gap={1}>
      <Flex justifyContent="space-between" gap={2}>
        <Typography variant="pi">{words}</Typography>
        <IconButton
          label={text('shared.end', { date })}
          variant="ghost"
          disabled={busy}
          onClick={once(onEnd)}
        >
          <Trash />
        </IconButton>
      </Flex>
      {url && <AddressInput ref={addressRef} aria-label={text('shared.address')} value={url} />}
    </Flex>
  );
}

function Panel(named: Named) {
  const text = useText();
  const direction = useDirection();
  const { toggleNotification } = useNotification();
  const { drafts, failed, busy, again, share, end } = useSharedDrafts(named);
  const [days, setDays] = useState(7);
  const tell = (type: 'success' | 'danger', key: Parameters<typeof text>[0]) =>
    toggleNotification({ type, message: text(key) });

  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, 'li button');

  const address = useRef<HTMLInputElement>(null);
  const onCopy = async () => {
    const isCopied = address.current !== null && (await copyAddress(address.current));
    if (isCopied) tell('success', 'shared.copied');
    else tell('danger', 'shared.not-copied');
  };

  if (failed === 'shared.not-allowed') return <Typography>{text(failed)}</Typography>;
  const told = drafts?.findLast(({ url }) => url)?.url;
  return (
    <Flex
      ref={all}
      role="group"
      tabIndex={-1}
      aria-label={text('shared.title')}
      direction="column"
      alignItems="stretch"
      gap={3}
      dir={direction}
      width="100%"
    >
      <Typography variant="pi" textColor="neutral600">
        {text('shared.meaning')}
      </Typography>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <SingleSelect
          aria-label={text('shared.for')}
          size="S"
          value={days}
          onChange={(value: string | number) => setDays(Number(value))}
        >
          {DAYS.map((count) => (
            <SingleSelectOption key={count} value={count}>
              {text('shared.days', { count })}
            </SingleSelectOption>
          ))}
        </SingleSelect>
        <Button
          variant="secondary"
          loading={busy === 'sharing'}
          disabled={!drafts || busy !== undefined}
          onClick={once(() => share(days))}
        >
          {text('shared.share')}
        </Button>
      </Flex>
      {failed && <TryAgain says={failed} onAgain={again} />}
      {drafts && drafts.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
          {drafts.map((draft) => (
            <Link
              key={draft.id}
              {...draft}
              busy={busy !== undefined}
              addressRef={draft.url === told ? address : undefined}
              onEnd={() => end(draft.id)}
            />
          ))}
        </Flex>
      )}
      {told && (
        <Button variant="tertiary" onClick={onCopy}>
          {text('shared.copy')}
        </Button>
      )}
    </Flex>
  );
}

/** Properties that the content manager passes to a panel. */
interface PanelProps {
  model: string;
  documentId?: string;
  document?: { locale?: string | null; trashed_at?: string | null } | null;
  meta?: { readers?: RecordStatus };
}

/**
 * D16.7: the panel of an event's form with links that show its draft to others. Strapi's right to change events may be
 * one for certain events; `taken` says that this one is none of them.
 */
export function SharedDrafts({ model, documentId, document, meta }: PanelProps) {
  const text = useText();
  const { allowedActions } = useRBAC(UPDATE);
  const language = document?.locale;
  if (model !== EVENT || !documentId || !language || document.trashed_at) return null;
  if (!allowedActions.canUpdate || meta?.readers?.taken?.length === 0) return null;
  return {
    title: text('shared.title'),
    content: (
      <Panel key={`${documentId} ${language}`} documentId={documentId} language={language} />
    ),
  };
}

/** Strapi identifies panels by their type. */
SharedDrafts.type = 'calendar-shared-drafts';
