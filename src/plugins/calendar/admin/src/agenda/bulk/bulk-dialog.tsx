import { Button, Flex, Typography } from '@strapi/design-system';
import { type ReactNode, type RefObject, useCallback, useState } from 'react';
import { Progress } from '../../progress';
import { type TextKey, useText } from '../../use-text';
import { AgendaDialog } from '../agenda-dialog';
import { type BulkAction, isChanged } from './actions';
import { useBulkContext } from './bulk-context';
import { BulkPreview } from './bulk-preview';
import { FieldsForm } from './fields-form';
import { CopyForm, ShiftForm, StateForm } from './other-forms';
import { type Failure, usePreview, wordsOf } from './use-bulk';

export const KINDS = [
  ...(['set', 'shift', 'repeat', 'duplicate', 'publish', 'draft', 'trash', 'restore'] as const),
] as const;

export type Kind = (typeof KINDS)[number];

type OpenDialog = (asked: BulkAction | undefined) => void;

const FORMS: Record<Exclude<Kind, 'trash' | 'restore'>, (onAsk: OpenDialog) => ReactNode> = {
  set: (onAsk) => <FieldsForm onAsk={onAsk} />,
  shift: (onAsk) => <ShiftForm onAsk={onAsk} />,
  repeat: (onAsk) => <CopyForm onAsk={onAsk} first="week" />,
  duplicate: (onAsk) => <CopyForm onAsk={onAsk} first="same" />,
  publish: (onAsk) => <StateForm onAsk={onAsk} first="publish" />,
  draft: (onAsk) => <StateForm onAsk={onAsk} first="draft" />,
};

interface Props {
  kind: Kind;
  onClose: () => void;
  /** Receives the focus when the button that opened the dialog no longer exists. */
  otherwise: RefObject<HTMLElement | null>;
}

/** The dialog of a bulk action: its form, a preview of the changes, and the button to apply them. */
export function BulkDialog({ kind, onClose, otherwise }: Props) {
  const text = useText();
  const { selected, select, progress, run, stop } = useBulkContext();
  const isTrash = kind === 'trash' || kind === 'restore';
  const [asked, setAsked] = useState<BulkAction | undefined>(
    isTrash ? { action: kind } : undefined,
  );
  const ask = useCallback((next: BulkAction | undefined) => setAsked(next), []);
  const ids = selected.map(({ id }) => id);
  const { preview, ...previewing } = usePreview(ids, asked);
  const [failure, setFailure] = useState<Failure>();
  const busy = progress !== undefined;
  const canDo = asked && preview && !busy && preview.records.some(isChanged);

  const apply = async () => {
    if (!asked || !preview) return;
    const { again, why } = await run(asked, preview.records);
    const left = new Set(again);
    select(
      selected.filter(({ id }) => !left.has(id)),
      false,
    );
    setFailure(why);
    if (why === 'lost') previewing.onAgain();
    else if (why !== 'ended') onClose();
  };

  return (
    <AgendaDialog
      open
      otherwise={otherwise}
      title={text(`bulk.${kind}` as TextKey)}
      onClose={() => !busy && onClose()}
      footer={
        <>
          <Button variant="tertiary" onClick={busy ? stop : onClose}>
            {text(busy ? 'trash.stop' : 'dialog.cancel')}
          </Button>
          {busy && <Progress value={progress} aria-label={text('bulk.progress')} />}
          <Button
            variant={kind === 'trash' ? 'danger' : 'default'}
            disabled={!canDo}
            onClick={apply}
          >
            {text('bulk.apply')}
          </Button>
        </>
      }
    >
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Typography>{text('bulk.selected', { count: selected.length })}</Typography>
        {!isTrash && FORMS[kind](ask)}
        {isTrash && (
          <Typography>{text(`trash.${kind === 'trash' ? 'enter' : 'leave'}.meaning`)}</Typography>
        )}
        {failure && !busy && (
          <Typography textColor="danger700" role="alert">
            {text(wordsOf(failure))}
          </Typography>
        )}
        {asked && <BulkPreview preview={preview} {...previewing} />}
      </Flex>
    </AgendaDialog>
  );
}
