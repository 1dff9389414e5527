import { Combobox, ComboboxOption, Flex, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ColorDot } from '../color-dot';
import { useDirection } from '../direction';
import { inTree } from '../reference-value';
import { type Choice, useChoices } from '../use-choices';
import { type TextKey, useText } from '../use-text';
import { ReferenceState } from './reference-state';
import { usePickerKeys } from './use-picker-keys';

type Props = {
  target: string;
  chosen: number[];
  disabled?: boolean;
  placeholder?: string;
  onChoose: (choice: Choice) => void;
  /** Offers to make what was not found; for whoever may. */
  onCreate?: (name: string) => void;
};

/**
 * Of options, the one that makes a record: no id is a word. The box marks an option whose text begins with what
 * is typed, and takes one whose text is the same when it is left; a name is looked for, so this one's differs.
 */
const NEW = 'new';

/** What a record is called: in a tree below what stands above it, else with the way to it. */
function Name({ choice, isTree }: { choice: Choice; isTree: boolean }) {
  const { name, above, color } = choice;
  if (!above) {
    return (
      <Typography ellipsis dir="auto">
        {name}
      </Typography>
    );
  }
  return (
    <Flex gap={2} minWidth={0} paddingInlineStart={isTree ? `${above.length * 1.6}rem` : undefined}>
      <ColorDot color={color} />
      <Typography ellipsis dir="auto">
        {isTree ? name : [...above, name].join(' › ')}
      </Typography>
    </Flex>
  );
}

/** Finds a record by words in any language; whatever is picked leaves the box empty for the next. */
export function ReferenceSearch(props: Props) {
  const { target, chosen, disabled, placeholder, onChoose, onCreate } = props;
  const text = useText();
  const direction = useDirection();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const { choices, loading, failed } = useChoices(target, open ? { q: words } : undefined);
  const { locale } = useIntl();
  const isTree = target === 'category' && !words;
  const found = isTree ? inTree(choices, locale) : choices;
  const offered = found.filter(({ id }) => !chosen.includes(id));
  const message = failed ?? 'references.none';

  const name = words.trim();
  const isThere = choices.some((choice) => choice.name.toLowerCase() === name.toLowerCase());
  const offersNew = onCreate && name && !isThere && !loading && !failed; // Unread, it may be there.

  const choose = (id?: string) => {
    if (id === NEW) return onCreate?.(name);
    const choice = offered.find((one) => String(one.id) === id);
    if (choice) onChoose(choice);
  };

  /** With nothing marked, Enter takes what was found first, and makes what was not found. */
  const { mayOpen, keys } = usePickerKeys(open && name !== '', () => {
    const [first] = offered;
    if (loading || (!first && !offersNew)) return;
    choose(first ? String(first.id) : NEW);
    toggle(false);
  });

  const toggle = (opened: boolean) => {
    if (opened && !mayOpen()) return;
    setOpen(opened);
    if (!opened) setWords('');
  };

  return (
    <div {...keys}>
      <Combobox
        autocomplete="none"
        placeholder={placeholder ?? text(`references.search.${target}` as TextKey)}
        noOptionsMessage={() => text(message)}
        loading={loading}
        loadingMessage={text('references.loading')}
        clearLabel={text('references.clear-search')}
        value=""
        textValue={words}
        open={open}
        onTextValueChange={(typed) => setWords(typed ?? '')}
        onInputChange={() => setOpen(true)}
        onOpenChange={toggle}
        onChange={choose}
        onClear={() => setWords('')}
        disabled={disabled}
      >
        {offered.map((choice) => (
          <ComboboxOption
            key={choice.id}
            value={String(choice.id)}
            textValue={`${choice.name} #${choice.id}`}
          >
            <Flex gap={2} justifyContent="space-between" dir={direction}>
              <Name choice={choice} isTree={isTree} />
              <ReferenceState choice={choice} />
            </Flex>
          </ComboboxOption>
        ))}
        {offersNew && (
          <ComboboxOption key={NEW} value={NEW} textValue={`+ ${name}`}>
            <Flex gap={2} dir={direction}>
              <Plus aria-hidden />
              <Typography ellipsis>
                {text(`references.new.${target}` as TextKey)}: <bdi>{name}</bdi>
              </Typography>
            </Flex>
          </ComboboxOption>
        )}
      </Combobox>
    </div>
  );
}
