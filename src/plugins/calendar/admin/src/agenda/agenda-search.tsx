import { Searchbar } from '@strapi/design-system';
import { useEffect, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../server/src/settings/agenda';
import { useText } from '../use-text';

const PAUSE_BETWEEN_KEYS_MS = 300;

type Props = { value: string; onSearch: (words: string) => void };

/** The search field, debounced: a search starts when typing pauses. */
export function AgendaSearch({ value, onSearch }: Props) {
  const text = useText();
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // The address changed from outside: history navigation, or filters were cleared.
  if (value !== told) {
    setTold(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed.trim() === told) return;
    const timer = setTimeout(() => {
      setTold(typed.trim());
      onSearch(typed.trim());
    }, PAUSE_BETWEEN_KEYS_MS);
    return () => clearTimeout(timer);
  }, [typed, told, onSearch]);

  return (
    <Searchbar
      name="agenda-search"
      value={typed}
      maxLength={MAX_SEARCH_LENGTH}
      placeholder={text('agenda.search.placeholder')}
      clearLabel={text('references.clear-search')}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onClear={() => setTyped('')}
    >
      {text('agenda.search')}
    </Searchbar>
  );
}
