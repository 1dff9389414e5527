import { useAuth } from '@strapi/strapi/admin';
import { useState } from 'react';

/**
 * A note that is being written about a draft. It is kept with the tab: whoever looks at the form meanwhile, or
 * whose session ends, finds it there again.
 */
export function useKeptNote(documentId: string, language: string) {
  const person = useAuth('KeptNote', ({ user }) => user?.id);
  const key = ['calendar-note', person, documentId, language].join(' ');
  const [note, setNote] = useState(() => sessionStorage.getItem(key));

  const forget = () => sessionStorage.removeItem(key);
  /** `null`: none is being written. */
  const keep = (text: string | null) => {
    setNote(text);
    if (text) sessionStorage.setItem(key, text);
    else forget();
  };
  return { note, keep, forget };
}
