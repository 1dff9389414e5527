import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import type { DryRun } from '../../server/src/records/dry-run';
import { useContentLanguage } from './languages';

const PAUSE_BETWEEN_KEYS_MS = 400;

/** What a save would make of these values; debounced while they change. */
export function useDryRun(type: string, values: Record<string, unknown> | undefined) {
  const { post } = useFetchClient();
  const language = useContentLanguage();
  const [answer, setAnswer] = useState<{ question: string; result: DryRun }>();
  const question = values && JSON.stringify({ values, language });

  useEffect(() => {
    if (!question) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { signal } = controller;
        const { data } = await post<DryRun>(
          `/calendar/admin/dry-run/${type}`,
          JSON.parse(question),
          {
            signal,
          },
        );
        setAnswer({ question, result: data });
      } catch {
        // Errors are ignored here; the save reports them.
      }
    }, PAUSE_BETWEEN_KEYS_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [post, type, question]);

  return answer && answer.question === question ? answer.result : undefined;
}
