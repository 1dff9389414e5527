import { useAuth } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import type { Submission, Submissions } from './use-submissions';

type Draft = Pick<Submission, 'documentId' | 'language'>;

const prefixOf = (person: unknown) => `calendar-note ${person} `;

const usePerson = () => useAuth('KeptNote', ({ user }) => user?.id);

const keyOf = (person: unknown, { documentId, language }: Draft) =>
  `${prefixOf(person)}${documentId} ${language}`;

/** What is kept about a draft; nothing where it was sent back since, and waits anew. */
function keptOf(key: string, { note }: Submission): string | null {
  const [written, before] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  return written && before === note ? written : null;
}

/**
 * A note that is being written about a draft. It is kept with the tab: whoever looks at the form meanwhile, or
 * whose session ends, finds it there again.
 */
export function useKeptNote(submission: Submission) {
  const key = keyOf(usePerson(), submission);
  const [note, setNote] = useState(() => keptOf(key, submission));

  const forget = () => sessionStorage.removeItem(key);
  /** `null`: none is being written. */
  const keep = (text: string | null) => {
    setNote(text);
    if (text) sessionStorage.setItem(key, JSON.stringify([text, submission.note]));
    else forget();
  };
  return { note, keep, forget };
}

/** Once all that waits is shown: what was written about others, which a colleague has judged, is for nobody. */
export function useForgetJudged(submissions: Submissions | undefined) {
  const person = usePerson();
  useEffect(() => {
    if (!submissions || submissions.total > submissions.results.length) return;
    const waiting = submissions.results.map((draft) => keyOf(person, draft));
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(prefixOf(person)));
    for (const key of kept) if (!waiting.includes(key)) sessionStorage.removeItem(key);
  }, [submissions, person]);
}
