import { Dialog } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';
import type { MouseEvent } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { useText } from '../use-text';

/** Asks before the page is left during a bulk action: leaving stops the action and loses its Undo. */
export function StayWhileBusy() {
  const text = useText();
  useBeforeUnload((event) => event.preventDefault());
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  const confirmLeaving = (click?: MouseEvent) => {
    click?.preventDefault(); // The default closes the dialog, which resets the blocker, so that Back would ask again.
    proceed?.();
  };
  return (
    <Dialog.Root open={state === 'blocked'} onOpenChange={(open) => !open && reset?.()}>
      <ConfirmDialog title={text('bulk.leave.title')} onConfirm={confirmLeaving}>
        {text('bulk.leave')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
