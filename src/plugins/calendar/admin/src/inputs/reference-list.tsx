import { Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { ArrowDown, ArrowUp, Cross } from '@strapi/icons';
import { ColorDot } from '../color-dot';
import { moved } from '../reference-value';
import type { Choice } from '../use-choices';
import { useText } from '../use-text';
import { ReferenceState } from './reference-state';

type ItemProps = { id: number; choice?: Choice; loading: boolean };

/** An id that matches no record is shown as such, so that an editor can keep or remove it. */
function Item({ id, choice, loading }: ItemProps) {
  const text = useText();
  if (!choice) {
    return (
      <Typography textColor={loading ? 'neutral600' : 'danger600'}>
        {loading ? `#${id}` : text('references.not-found', { id })}
      </Typography>
    );
  }
  return (
    <Flex gap={2} justifyContent="space-between" width="100%" minWidth={0}>
      <Flex gap={2} minWidth={0}>
        {choice.above && <ColorDot color={choice.color} />}
        <Typography ellipsis dir="auto" title={[...(choice.above ?? []), choice.name].join(' › ')}>
          {choice.name || text('feeds.unnamed')}
        </Typography>
      </Flex>
      <ReferenceState choice={choice} />
    </Flex>
  );
}

type Props = {
  ids: number[];
  choices: Choice[];
  loading: boolean;
  disabled?: boolean;
  /** `message` says what has changed. */
  onChange: (ids: number[], message: string) => void;
};

/** The chosen records in their order, with buttons to move and remove each. */
export function ReferenceList({ ids, choices, loading, disabled, onChange }: Props) {
  const text = useText();
  const choiceOf = (id: number) => choices.find((one) => one.id === id);
  const nameOf = (id: number) => choiceOf(id)?.name || `#${id}`;
  const several = ids.length > 1;
  const move = (from: number, to: number) => {
    const values = { name: nameOf(ids[from] as number), position: to + 1, count: ids.length };
    onChange(moved(ids, from, to), text('references.position', values));
  };
  const remove = (id: number) =>
    onChange(
      ids.filter((one) => one !== id),
      text('references.removed', { name: nameOf(id) }),
    );
  return (
    <Flex tag="ol" direction="column" alignItems="stretch" gap={1}>
      {ids.map((id, index) => (
        <Box
          key={id}
          tag="li"
          background="neutral0"
          borderColor="neutral200"
          hasRadius
          paddingTop={1}
          paddingBottom={1}
          paddingLeft={3}
          paddingRight={3}
        >
          <Flex gap={2} justifyContent="space-between">
            <Item id={id} choice={choiceOf(id)} loading={loading} />
            <Flex gap={1} shrink={0}>
              {several && (
                <>
                  <IconButton
                    variant="ghost"
                    label={text('references.up', { name: nameOf(id) })}
                    disabled={disabled || index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    variant="ghost"
                    label={text('references.down', { name: nameOf(id) })}
                    disabled={disabled || index === ids.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown />
                  </IconButton>
                </>
              )}
              <IconButton
                variant="ghost"
                label={text('references.remove', { name: nameOf(id) })}
                disabled={disabled}
                onClick={() => remove(id)}
              >
                <Cross />
              </IconButton>
            </Flex>
          </Flex>
        </Box>
      ))}
    </Flex>
  );
}
