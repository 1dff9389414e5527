import { Combobox, ComboboxOption, Flex, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useEffect, useRef, useState } from 'react';
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
  /** Offers to create what was not found; only passed if the user may create it. */
  onCreate?: (name: string) => void;
};

/**
 * Value of the option that creates a record; ids are numbers. The combobox highlights an option whose text starts
 * with what is typed and selects an identical one on blur, so this option's text must differ from the name.
 */
const NEW = 'new';

/** The name of a record: indented below its parent in a tree, otherwise with its path of ancestors. */
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

/** Searches records by words in any language. Choosing one clears the input for the next. */
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
  const exists = choices.some((choice) => choice.name.toLowerCase() === name.toLowerCase());
  const offersNew = onCreate && name && !exists && !loading && !failed; // If the search failed, the record may exist.

  const choose = (id?: string) => {
    if (id === NEW) return onCreate?.(name);
    const choice = offered.find((one) => String(one.id) === id);
    if (choice) onChoose(choice);
  };

  /** Without a highlighted option, Enter takes the first result, or creates the record if there is none. */
  const enter = () => {
    const [first] = offered;
    if (!first && !offersNew) return;
    choose(first ? String(first.id) : NEW);
    toggle(false);
  };

  /** The words for which Enter was pressed before their results were there. */
  const entered = useRef<string>();
  const { mayOpen, keys } = usePickerKeys(open && name !== '', () => {
    if (loading) entered.current = words;
    else enter();
  });
  useEffect(() => {
    if (loading && entered.current === words) return;
    const isAwaited = open && entered.current === words;
    entered.current = undefined;
    if (isAwaited) enter();
  }, [loading, open, words]);

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
                {text('references.new.named', {
                  what: text(`references.new.${target}` as TextKey),
                })}{' '}
                <bdi>{name}</bdi>
              </Typography>
            </Flex>
          </ComboboxOption>
        )}
      </Combobox>
    </div>
  );
}
