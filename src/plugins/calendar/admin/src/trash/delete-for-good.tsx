import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useAuth, useNotification } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { DialogButtons } from '../agenda/agenda-dialog';
import { useBulkContext } from '../agenda/bulk/bulk-context';
import { StayWhileBusy } from '../agenda/stay-while-busy';
import type { Selected } from '../agenda/use-agenda';
import { isAbort } from '../faults-of';
import { isPermissionTo } from '../permissions';
import { Progress } from '../progress';
import { failureText } from '../saves/session-guard';
import { StatusMessage } from '../status-message';
import { useText } from '../use-text';
import { useDeletion } from './use-deletion';

interface Props {
  label: string;
  title: (count?: number) => string;
  meaning: (count?: number) => string;
  /** Loads the events to delete when the dialog opens. */
  read: (from: ReturnType<typeof useDeletion>) => Promise<Selected[]> | Selected[];
  onDone: () => void;
}

/** A button that asks for confirmation, deletes exactly the announced events, and shows progress and what was kept. */
function ForGood({ label, title, meaning, read, onDone }: Props) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { select } = useBulkContext();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [meant, setMeant] = useState<Selected[]>();
  const asked = useRef(0);
  const deletion = useDeletion();
  const { progress } = deletion;

  /** Loads the events when the dialog opens, so that events trashed afterwards are not deleted unannounced. */
  async function ask(wanted: boolean) {
    if (busy) return;
    setOpen(wanted);
    setMeant(undefined);
    asked.current += 1;
    if (!wanted) return;
    const time = asked.current;
    try {
      const found = await read(deletion);
      if (time === asked.current) setMeant(found);
    } catch (error) {
      if (isAbort(error) || time !== asked.current) return;
      toggleNotification({ type: 'danger', message: text(failureText('trash.failed')) });
      setOpen(false);
    }
  }

  async function erase() {
    if (!meant) return;
    setBusy(true);
    try {
      const untick = (gone: number[]) =>
        select(
          meant.filter(({ id }) => gone.includes(id)),
          false,
        );
      const ids = meant.map(({ id }) => id);
      const { done, kept, failed } = await deletion.run(ids, untick);
      const parts = [
        text('trash.deleted', { done }),
        kept > 0 && text('trash.kept', { kept }),
        failed > 0 && text('trash.kept.failed', { failed }),
      ];
      toggleNotification({
        type: kept + failed > 0 ? 'warning' : 'success',
        message: parts.filter(Boolean).join(' '),
      });
    } catch (error) {
      if (isAbort(error)) return;
      toggleNotification({ type: 'danger', message: text(failureText('trash.failed')) });
    }
    setBusy(false);
    setOpen(false);
    onDone();
  }

  const { done, kept, failed, of } = progress;
  const percent = of > 0 ? ((done + kept + failed) / of) * 100 : 0;
  return (
    <Dialog.Root open={open} onOpenChange={ask}>
      <Dialog.Trigger>
        <Button
          variant="danger-light"
          size="S"
          startIcon={<Trash aria-hidden />}
          aria-label={title()}
        >
          {label}
        </Button>
      </Dialog.Trigger>
      <Dialog.Content>
        {busy && <StayWhileBusy />}
        <Dialog.Header>{title(meant?.length)}</Dialog.Header>
        <Dialog.Body>
          <Flex direction="column" gap={4} width="100%">
            <Typography textAlign="center">{meaning(meant?.length)}</Typography>
            {progress.running && (
              <>
                <Progress value={percent} aria-label={title(of)} />
                <StatusMessage>{text('trash.progress', { done, count: of })}</StatusMessage>
              </>
            )}
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <DialogButtons>
            {busy ? (
              <Button fullWidth variant="tertiary" onClick={deletion.stop}>
                {text('trash.stop')}
              </Button>
            ) : (
              <Dialog.Cancel>
                <Button fullWidth variant="tertiary">
                  {text('dialog.cancel')}
                </Button>
              </Dialog.Cancel>
            )}
            <Button
              fullWidth
              variant="danger"
              disabled={meant?.length === 0}
              loading={busy || !meant}
              onClick={erase}
            >
              {text('delete.for-good')}
            </Button>
          </DialogButtons>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Whether the user may delete any events; the server decides about each. */
const useMay = () =>
  useAuth('DeleteForGood', ({ permissions }) => permissions.some(isPermissionTo('delete')));

/** The button in the line of a trashed event. */
export function DeleteEntry({ entry, onDone }: { entry: Selected; onDone: () => void }) {
  const text = useText();
  const may = useMay();
  if (!entry.trashed_at || !may) return null;
  const name = entry.title || `#${entry.id}`;
  return (
    <ForGood
      label={text('delete.for-good')}
      title={() => text('trash.delete.of', { name })}
      meaning={() => text('delete.meaning')}
      read={() => [entry]}
      onDone={onDone}
    />
  );
}

/** The button above the trash, for all matching events on every page. */
export function EmptyTrash({
  count,
  question,
  filtered,
  onDone,
}: {
  count: number | undefined;
  question: string;
  filtered: boolean;
  onDone: () => void;
}) {
  const text = useText();
  const may = useMay();
  if (!count || !may) return null;
  const meaning = filtered ? 'trash.empty.filtered' : 'trash.empty.meaning';
  return (
    <ForGood
      label={text('trash.empty', { count })}
      title={(found = count) => text('trash.empty', { count: found })}
      meaning={(found = count) => text(meaning, { count: found })}
      read={(deletion) => deletion.trashedBy(question)}
      onDone={onDone}
    />
  );
}
