import { Button, Checkbox, Flex } from '@strapi/design-system';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { AgendaEntry } from '../../../../server/src/resources/agenda';
import { MAX_SELECTED } from '../../../../server/src/settings/agenda';
import { isAbort } from '../../faults-of';
import { failureText } from '../../saves/session-guard';
import { useText } from '../../use-text';
import type { Selected } from '../use-agenda';
import { useBulkContext } from './bulk-context';

/** Beside the checkbox, over the row, and seen only while it has the focus. */
const SkipButton = styled(Button)`
  position: absolute;
  inset-block-start: 50%;
  inset-inline-start: calc(100% + 0.8rem);
  transform: translateY(-50%);
  inline-size: max-content;
  max-inline-size: calc(100vw - 9.6rem); // With its focus ring within the list, on narrow pages with a scroll bar.
  block-size: auto;
  min-block-size: 3.2rem;
  z-index: 1;

  span {
    white-space: normal;
  }

  &:not(:focus) {
    clip-path: inset(50%);
  }
`;

/** WCAG 2.4.1: moves the focus to the bar of actions, which follows the other events of the page. */
function SkipToActions() {
  const text = useText();
  const { bar } = useBulkContext();
  return (
    <SkipButton size="S" variant="secondary" onClick={() => bar.current?.focus()}>
      {text('bulk.skip')}
    </SkipButton>
  );
}

/** The checkbox that selects an event. */
export function SelectEntry({ entry }: { entry: AgendaEntry }) {
  const text = useText();
  const { rights, isSelected, select } = useBulkContext();
  if (rights.length === 0) return <span />;
  const selected = isSelected(entry.id);
  return (
    <Flex position="relative">
      <Checkbox
        checked={selected}
        onCheckedChange={(chosen) => select([entry], chosen === true)}
        aria-label={text('bulk.select', { title: entry.title || text('agenda.untitled') })}
      />
      {selected && <SkipToActions />}
    </Flex>
  );
}

type MatchingProps = { question: string; total: number };

/** The button that selects all events matching the filters, up to the limit of a bulk action. */
function SelectMatching({ question, total }: MatchingProps) {
  const text = useText();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { select } = useBulkContext();
  const [asking, setAsking] = useState(false);

  const all = async () => {
    setAsking(true);
    try {
      const path = `/calendar/admin/agenda/matching?${question}`;
      const { data } = await get<{ results: Selected[] }>(path);
      select(data.results, true);
    } catch (error) {
      if (isAbort(error)) return;
      toggleNotification({ type: 'danger', message: text(failureText('agenda.failed')) });
    }
    setAsking(false);
  };

  return (
    <Button variant="ghost" size="S" loading={asking} onClick={all}>
      {total > MAX_SELECTED
        ? text('bulk.select.first', { most: MAX_SELECTED, count: total })
        : text('bulk.select.matching', { count: total })}
    </Button>
  );
}

type AllProps = { entries: AgendaEntry[]; question: string; total?: number };

/** The checkbox for all events of the page, and the button for those of all pages. */
export function SelectAll({ entries, question, total = 0 }: AllProps) {
  const text = useText();
  const { rights, isSelected, select } = useBulkContext();
  if (rights.length === 0 || entries.length === 0) return null;
  const filters = new URLSearchParams(question);
  filters.delete('page');
  const matching = filters.toString();
  const count = entries.filter(({ id }) => isSelected(id)).length;
  const state = count === entries.length ? true : count > 0 ? 'indeterminate' : false;
  return (
    <Flex paddingInlineStart={4} gap={4} wrap="wrap">
      <Checkbox checked={state} onCheckedChange={(chosen) => select(entries, chosen === true)}>
        {text('bulk.select.all', { count: entries.length })}
      </Checkbox>
      {total > entries.length && (
        <SelectMatching key={matching} question={matching} total={total} />
      )}
    </Flex>
  );
}

/** The button that restores an event from the trash; undone like any bulk action. */
export function RestoreEntry({ entry }: { entry: AgendaEntry }) {
  const text = useText();
  const { rights, run, select, progress } = useBulkContext();
  if (!rights.includes('update') || !entry.trashed_at) return null;
  const { id } = entry;
  const meant = { id, along: [], skipped: [], inexact: [] };
  const restore = () => {
    select([entry], false); // Keeps its title for the result after it has left the list.
    void run({ action: 'restore' }, [
      { ...meant, changes: [{ field: 'state', from: 'trash', to: '' }] },
    ]);
  };
  return (
    <Button
      variant="secondary"
      size="S"
      disabled={progress !== undefined}
      onClick={restore}
      aria-label={text('bulk.restore.one', { title: entry.title || text('agenda.untitled') })}
    >
      {text('bulk.restore')}
    </Button>
  );
}
