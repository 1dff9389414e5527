import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';

interface Picture {
  url: string;
  text: string;
}

type Of<Kind, Value> = { field: string; kind: Kind; before: Value | null; after: Value | null };

/** A field that a draft would change, by the kind of its value. */
export type Change =
  | Of<'text' | 'wall' | 'instant' | 'choice', string>
  | Of<'flag', boolean>
  | Of<'names', string[]>
  | Of<'picture', Picture>
  | Of<'secret', never>;

/** A draft pending review. */
export interface Submission {
  id: number;
  documentId: string;
  language: string;
  title: string;
  by: string | null;
  since: string;
  note: string;
  revision: number;
  beside: string | null;
  changes: Change[];
  judges: boolean;
}

export interface Submissions {
  results: Submission[];
  total: number;
  page: number;
}

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
