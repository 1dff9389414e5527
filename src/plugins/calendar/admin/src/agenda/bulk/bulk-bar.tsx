import { Button, Flex, Typography } from '@strapi/design-system';
import { type RefObject, useEffect, useState } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { Progress } from '../../progress';
import { StatusMessage, useStatusMessage } from '../../status-message';
import { type TextKey, useText } from '../../use-text';
import { type Done, isUndoable, type Outcome } from './actions';
import { type Right, useBulkContext } from './bulk-context';
import { BulkDialog, KINDS, type Kind } from './bulk-dialog';
import { useChangeWords } from './change-words';
import { wordsOf } from './use-bulk';

/** The height in pixels of a low window, such as at a zoom of 400 %: the bar would cover the whole list there. */
const LOW = 480;

/** Sticky: stays visible while the list is scrolled, except in low windows. */
const Bar = styled.section`
  position: sticky;
  inset-block-end: 1.2rem;
  z-index: 2;
  padding: 1.2rem 1.6rem;
  border-radius: 4px;
  border: 1px solid ${({ theme }) => theme.colors.primary200};
  background: ${({ theme }) => theme.colors.neutral0};
  box-shadow: ${({ theme }) => theme.shadows.popupShadow};

  @media (max-height: ${LOW}px) {
    position: static;
  }
`;

/** Pixels from the bar to the end of the window, and to what is focused above it. */
const GAP = 24;

/** Lets the browser scroll what receives the focus above the bar. */
const AboveBar = createGlobalStyle<{ $height: number }>`
  @media (min-height: ${LOW + 1}px) {
    main :focus {
      scroll-margin-block-end: ${({ $height }) => $height}px;
    }

    main ${Bar} :focus {
      scroll-margin-block-end: 0;
    }
  }
`;

function KeepFocusAbove({ bar }: { bar: RefObject<HTMLElement> }) {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const shown = bar.current;
    if (!shown) return;
    const sizes = new ResizeObserver(() => setHeight(shown.offsetHeight + GAP));
    sizes.observe(shown);
    return () => sizes.disconnect();
  }, [bar]);
  return <AboveBar $height={height} />;
}

/** Scrolled, so that many refusals leave room for the list of events. */
const Refused = styled.ul`
  max-block-size: 30vh;
  overflow: auto;
`;

const DANGEROUS: Kind[] = ['draft', 'trash'];

/** The right without which an action is refused for every event. */
const NEEDED: Record<Kind, Right> = {
  set: 'update',
  shift: 'update',
  repeat: 'create',
  duplicate: 'create',
  publish: 'publish',
  draft: 'publish',
  trash: 'delete',
  restore: 'update',
};

function Choices({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const text = useText();
  const { selected, select, rights } = useBulkContext();
  const trashed = selected.filter(({ trashed_at }) => trashed_at).length;
  const fits = (kind: Kind) => (kind === 'restore' ? trashed > 0 : trashed < selected.length);
  const offered = KINDS.filter((kind) => fits(kind) && rights.includes(NEEDED[kind]));
  return (
    <Flex gap={2} wrap="wrap">
      <StatusMessage fontWeight="bold">
        {text('bulk.selected', { count: selected.length })}
      </StatusMessage>
      {offered.map((kind) => (
        <Button
          key={kind}
          size="S"
          variant={DANGEROUS.includes(kind) ? 'danger-light' : 'secondary'}
          onClick={() => onChoose(kind)}
        >
          {text(`bulk.${kind}` as TextKey)}
        </Button>
      ))}
      <Button size="S" variant="ghost" onClick={() => select(selected, false)}>
        {text('bulk.select.none')}
      </Button>
    </Flex>
  );
}

function Refusals({ records }: { records: Outcome[] }) {
  const { titleOf } = useBulkContext();
  const text = useText();
  const words = useChangeWords({});
  if (records.length === 0) return null;
  return (
    <Refused tabIndex={0} aria-label={text('bulk.refusals')}>
      {records.map(({ id, refused }) =>
        refused ? (
          <Typography key={id} tag="li" textColor="danger700">
            <bdi>{titleOf(id)}</bdi>
            {`: ${words.refusal(refused)}`}
          </Typography>
        ) : null,
      )}
    </Refused>
  );
}

/** The result of an action with its Undo button; announced to screen readers when `isNew`. */
function Result({ of, isNew = false }: { of: Done; isNew?: boolean }) {
  const text = useText();
  const { undo, forget, progress } = useBulkContext();
  const refused = of.records.filter((each) => each.refused);
  const changed = of.records.length - refused.length;
  const copies = of.records.reduce((sum, each) => sum + (each.copies?.length ?? 0), 0);
  const message =
    copies > 0
      ? text('bulk.done.copies', { count: copies })
      : text('bulk.done', { changed, refused: refused.length });
  useStatusMessage(isNew ? message : '', of);
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex gap={2} wrap="wrap">
        <Typography>{message}</Typography>
        {isUndoable(of) && (
          <Button
            size="S"
            variant="secondary"
            disabled={progress !== undefined}
            onClick={() => undo(of)}
          >
            {text('bulk.undo')}
          </Button>
        )}
        <Button size="S" variant="ghost" onClick={() => forget(of)}>
          {text('bulk.dismiss')}
        </Button>
      </Flex>
      <Refusals records={refused} />
    </Flex>
  );
}

/** The result of an undo, with events that were not restored because somebody changed them since. */
function Undone({ records }: { records: Outcome[] }) {
  const text = useText();
  const refused = records.filter((each) => each.refused);
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <StatusMessage of={records}>
        {text('bulk.undone', {
          changed: records.length - refused.length,
          refused: refused.length,
        })}
      </StatusMessage>
      <Refusals records={refused} />
    </Flex>
  );
}

/** The bar below the list: actions on the selection, progress, results and Undo. */
export function BulkBar() {
  const text = useText();
  const { bar, selected, done, undone, progress, failure, stop } = useBulkContext();
  const [kind, setKind] = useState<Kind>();
  const last = done.at(-1);
  const undoable = done.findLast(isUndoable); // The last action may have changed nothing.
  const empty = selected.length === 0 && !last && !undone && progress === undefined && !failure;
  return (
    <>
      {!empty && (
        <Bar ref={bar} tabIndex={-1} aria-label={text('bulk.title')}>
          <KeepFocusAbove bar={bar} />
          {selected.length > 0 && <Choices onChoose={setKind} />}
          {progress !== undefined && !kind && (
            <Flex gap={4}>
              <Progress value={progress} aria-label={text('bulk.progress')} />
              <Button size="S" variant="tertiary" onClick={stop}>
                {text('trash.stop')}
              </Button>
            </Flex>
          )}
          {failure && (
            <Typography textColor="danger700" role="alert">
              {text(wordsOf(failure))}
            </Typography>
          )}
          {undone && <Undone records={undone} />}
          {undoable && undoable !== last && <Result of={undoable} />}
          {last && <Result of={last} isNew={!undone && progress === undefined} />}
        </Bar>
      )}
      {kind && selected.length > 0 && (
        <BulkDialog kind={kind} onClose={() => setKind(undefined)} otherwise={bar} />
      )}
    </>
  );
}
