import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useAuth, useNotification } from '@strapi/strapi/admin';
import { type ReactNode, useState } from 'react';
import { EVENT } from '../agenda/agenda-address';
import { DialogButtons } from '../agenda/agenda-dialog';
import { Progress } from '../progress';
import { useText } from '../use-text';
import { useDeletion } from './use-deletion';

const DELETE = 'plugin::content-manager.explorer.delete';

interface Props {
  label: string;
  title: string;
  meaning: ReactNode;
  /** The ids to delete, when it is meant. */
  ids: (from: ReturnType<typeof useDeletion>) => Promise<number[]> | number[];
  onDone: () => void;
}

/** A button that asks before it deletes, shows how far it is, and says what was kept. */
function ForGood({ label, title, meaning, ids, onDone }: Props) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const deletion = useDeletion();
  const { progress } = deletion;

  async function erase() {
    setBusy(true);
    try {
      const { done, kept } = await deletion.run(await ids(deletion));
      toggleNotification({
        type: kept > 0 ? 'warning' : 'success',
        message: [text('trash.deleted', { done }), kept > 0 && text('trash.kept', { kept })]
          .filter(Boolean)
          .join(' '),
      });
    } catch {
      toggleNotification({ type: 'danger', message: text('trash.failed') });
    }
    setBusy(false);
    setOpen(false);
    onDone();
  }

  const percent = progress.of > 0 ? ((progress.done + progress.kept) / progress.of) * 100 : 0;
  return (
    <Dialog.Root open={open} onOpenChange={(wanted) => !busy && setOpen(wanted)}>
      <Dialog.Trigger>
        <Button
          variant="danger-light"
          size="S"
          startIcon={<Trash aria-hidden />}
          aria-label={title}
        >
          {label}
        </Button>
      </Dialog.Trigger>
      <Dialog.Content>
        <Dialog.Header>{title}</Dialog.Header>
        <Dialog.Body>
          <Flex direction="column" gap={4} width="100%">
            <Typography textAlign="center">{meaning}</Typography>
            {progress.running && (
              <>
                <Progress value={percent} aria-label={title} />
                <Typography role="status">
                  {text('trash.progress', { done: progress.done, count: progress.of })}
                </Typography>
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
                  {text('trash.cancel')}
                </Button>
              </Dialog.Cancel>
            )}
            <Button fullWidth variant="danger" loading={busy} onClick={erase}>
              {text('delete.for-good')}
            </Button>
          </DialogButtons>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Whether somebody may delete events at all; which of them, the server says. */
const useMay = () =>
  useAuth('DeleteForGood', ({ permissions }) =>
    permissions.some(({ action, subject }) => action === DELETE && subject === EVENT),
  );

interface Entry {
  id: number;
  title: string;
  trashed_at: string | null;
}

/** In the line of an event that is in the trash. */
export function DeleteEntry({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const text = useText();
  const may = useMay();
  if (!entry.trashed_at || !may) return null;
  const name = entry.title || `#${entry.id}`;
  return (
    <ForGood
      label={text('delete.for-good')}
      title={text('trash.delete.of', { name })}
      meaning={text('delete.meaning')}
      ids={() => [entry.id]}
      onDone={onDone}
    />
  );
}

/** Above the trash: all that it shows, on every page. */
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
  return (
    <ForGood
      label={text('trash.empty', { count })}
      title={text('trash.empty', { count })}
      meaning={text(filtered ? 'trash.empty.filtered' : 'trash.empty.meaning', { count })}
      ids={(deletion) => deletion.idsOf(question)}
      onDone={onDone}
    />
  );
}
