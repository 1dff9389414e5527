import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import type { Submissions } from '../../../server/src/records/moderation';

interface Answer {
  question?: string;
  submissions?: Submissions;
  failed?: boolean;
}

/** Loads a page of pending drafts in the languages that the user may read. */
export function useSubmissions(page: number, language: string) {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Answer>({});
  const [asked, setAsked] = useState(0);
  const question = `${page} ${language} ${asked}`;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    get<Submissions>('/calendar/admin/moderation', { params: { page, in: language }, signal })
      .then(({ data }) => setAnswer({ question, submissions: data }))
      .catch(() => {
        if (!signal.aborted) setAnswer((before) => ({ ...before, question, failed: true }));
      });
    return () => controller.abort();
  }, [get, page, language, question]);

  const again = useCallback(() => setAsked((times) => times + 1), []);
  return { ...answer, loading: answer.question !== question, again };
}
