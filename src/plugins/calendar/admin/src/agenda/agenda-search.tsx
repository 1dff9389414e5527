import { Searchbar } from '@strapi/design-system';
import { useEffect, useState } from 'react';
import { useText } from '../use-text';

const PAUSE_BETWEEN_KEYS_MS = 300;

type Props = { value: string; onSearch: (words: string) => void };

/** Words to look for; what is typed is asked for when the keys pause. */
export function AgendaSearch({ value, onSearch }: Props) {
  const text = useText();
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // The address has changed by itself: somebody went back, or cleared the filters.
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
      maxLength={200}
      placeholder={text('agenda.search.placeholder')}
      clearLabel={text('references.clear-search')}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onClear={() => setTyped('')}
    >
      {text('agenda.search')}
    </Searchbar>
  );
}
