import { Button, Checkbox, Flex } from '@strapi/design-system';
import { useText } from '../../use-text';
import type { Entry } from '../use-agenda';
import { useBulkContext } from './bulk-context';

/** Selects an event. */
export function SelectEntry({ entry }: { entry: Entry }) {
  const text = useText();
  const { isAllowed, isSelected, select } = useBulkContext();
  if (!isAllowed) return <span />;
  return (
    <Checkbox
      checked={isSelected(entry.id)}
      onCheckedChange={(chosen) => select([entry], chosen === true)}
      aria-label={text('bulk.select', { title: entry.title || text('agenda.untitled') })}
    />
  );
}

/** Selects all events of a page. */
export function SelectAll({ entries }: { entries: Entry[] }) {
  const text = useText();
  const { isAllowed, isSelected, select } = useBulkContext();
  if (!isAllowed || entries.length === 0) return null;
  const count = entries.filter(({ id }) => isSelected(id)).length;
  const state = count === entries.length ? true : count > 0 ? 'indeterminate' : false;
  return (
    <Flex paddingInlineStart={4}>
      <Checkbox checked={state} onCheckedChange={(chosen) => select(entries, chosen === true)}>
        {text('bulk.select.all', { count: entries.length })}
      </Checkbox>
    </Flex>
  );
}

/** Out of the trash by one click; taken back by another. */
export function RestoreEntry({ entry }: { entry: Entry }) {
  const text = useText();
  const { isAllowed, run, select } = useBulkContext();
  if (!isAllowed || !entry.trashed_at) return null;
  const { id } = entry;
  const meant = { id, along: [], skipped: [], inexact: [] };
  const restore = () => {
    select([entry], false); // So that its title is known when it is gone from here.
    void run({ action: 'restore' }, [
      { ...meant, changes: [{ field: 'state', from: 'trash', to: '' }] },
    ]);
  };
  return (
    <Button
      variant="secondary"
      size="S"
      onClick={restore}
      aria-label={text('bulk.restore.one', { title: entry.title || text('agenda.untitled') })}
    >
      {text('bulk.restore')}
    </Button>
  );
}
