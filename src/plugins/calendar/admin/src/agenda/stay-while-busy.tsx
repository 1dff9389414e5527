import { Dialog } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';
import type { MouseEvent } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { useText } from '../use-text';

/** What is done with many events ends with its page, and so does Undo: whoever leaves meanwhile is asked first. */
export function StayWhileBusy() {
  const text = useText();
  useBeforeUnload((event) => event.preventDefault());
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  const leave = (click?: MouseEvent) => {
    click?.preventDefault(); // It would close the dialog, which means to stay: Back would be asked about again.
    proceed?.();
  };
  return (
    <Dialog.Root open={state === 'blocked'} onOpenChange={(open) => !open && reset?.()}>
      <ConfirmDialog title={text('bulk.leave.title')} onConfirm={leave}>
        {text('bulk.leave')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
