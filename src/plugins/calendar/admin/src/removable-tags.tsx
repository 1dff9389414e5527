import { Flex, Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useText } from './use-text';

interface Props<Key extends string | number> {
  /** The keys and the names of what was chosen. */
  chosen: [key: Key, name: string][];
  /** What the button of each says. */
  label: 'agenda.filter.remove' | 'references.remove';
  onRemove: (key: Key) => void;
}

/** What was chosen, each with a button to remove it. */
export function RemovableTags<Key extends string | number>(props: Props<Key>) {
  const { chosen, label, onRemove } = props;
  const text = useText();
  return (
    <Flex gap={1} wrap="wrap">
      {chosen.map(([key, name]) => (
        <Tag
          key={key}
          icon={<Cross aria-hidden />}
          label={text(label, { name })}
          onClick={() => onRemove(key)}
        >
          <bdi>{name}</bdi>
        </Tag>
      ))}
    </Flex>
  );
}
