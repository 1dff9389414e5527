import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import type { SummaryAnswer } from '../../../server/src/records/agenda-calendar';
import { useRequestLanguage } from '../languages';

/** Milliseconds for which widgets share one request. */
const TOGETHER_MS = 5000;

let last: { key: string; at: number; answer: Promise<SummaryAnswer> } | undefined;

/** Loads what the home page's widgets show. */
export function useSummary(): { summary?: SummaryAnswer; failed?: boolean } {
  const { get } = useFetchClient();
  const userId = useAuth('Summary', ({ user }) => user?.id);
  const [state, setState] = useState<{ summary?: SummaryAnswer; failed?: boolean }>({});
  const language = useRequestLanguage();

  useEffect(() => {
    let gone = false;
    const now = Date.now();
    const key = `${userId} ${language}`;
    if (!last || last.key !== key || now - last.at > TOGETHER_MS) {
      const asked = get<SummaryAnswer>('/calendar/admin/agenda/summary', {
        params: { in: language },
      });
      const asking = { key, at: now, answer: asked.then(({ data }) => data) };
      asking.answer.catch(() => {
        if (last === asking) last = undefined; // The next widget retries.
      });
      last = asking;
    }
    last.answer.then(
      (summary) => gone || setState({ summary }),
      () => gone || setState({ failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [get, language, userId]);

  return state;
}
