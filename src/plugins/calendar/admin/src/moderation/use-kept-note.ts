import { useAuth } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import type { Submission, Submissions } from '../../../server/src/records/moderation';

type Draft = Pick<Submission, 'documentId' | 'language'>;

const prefixOf = (person: unknown) => `calendar-note ${person} `;

const usePerson = () => useAuth('KeptNote', ({ user }) => user?.id);

const keyOf = (person: unknown, { documentId, language }: Draft) =>
  `${prefixOf(person)}${documentId} ${language}`;

/** The unsent note on a draft; null when the draft was sent back and resubmitted since it was written. */
function storedNote(key: string, { note }: Submission): string | null {
  const [written, before] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  return written && before === note ? written : null;
}

/**
 * An unsent note on a draft, kept in the tab's sessionStorage: it survives a visit to the form and the end of
 * the session.
 */
export function useUnsentNote(submission: Submission) {
  const key = keyOf(usePerson(), submission);
  const [note, setNote] = useState(() => storedNote(key, submission));

  const forget = () => sessionStorage.removeItem(key);
  /** Stores the note; `null` discards it. */
  const keep = (text: string | null) => {
    setNote(text);
    if (text) sessionStorage.setItem(key, JSON.stringify([text, submission.note]));
    else forget();
  };
  return { note, keep, forget };
}

/** Deletes notes on drafts that somebody else has reviewed. Only when all pending drafts are on the page. */
export function useForgetReviewed(submissions: Submissions | undefined) {
  const person = usePerson();
  useEffect(() => {
    if (!submissions || submissions.total > submissions.results.length) return;
    const waiting = submissions.results.map((draft) => keyOf(person, draft));
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(prefixOf(person)));
    for (const key of kept) if (!waiting.includes(key)) sessionStorage.removeItem(key);
  }, [submissions, person]);
}
