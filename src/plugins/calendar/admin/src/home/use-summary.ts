import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { LANGUAGES } from '../agenda/agenda-address';
import type { CalendarEntry } from '../agenda/calendar/calendar-entry';

/** An event on the home page. */
export type Brief = CalendarEntry & { date: string | null };

export interface Summary {
  /** First and last of the seven days. */
  days: { from: string; to: string };
  next: { count: number; results: Brief[] };
  pending: { count: number; results: Brief[] };
  soon: { count: number; results: Brief[] };
  /** Events missing in each language that the user may read. */
  missing: Record<string, number>;
}

/** Milliseconds for which widgets share one request. */
const TOGETHER_MS = 5000;

let last: { key: string; at: number; answer: Promise<Summary> } | undefined;

/** Loads what the home page's widgets show. */
export function useSummary(): { summary?: Summary; failed?: boolean } {
  const { get } = useFetchClient();
  const { locale } = useIntl();
  const userId = useAuth('Summary', ({ user }) => user?.id);
  const [state, setState] = useState<{ summary?: Summary; failed?: boolean }>({});
  const language = LANGUAGES.includes(locale) ? locale : 'en';

  useEffect(() => {
    let gone = false;
    const now = Date.now();
    const key = `${userId} ${language}`;
    if (!last || last.key !== key || now - last.at > TOGETHER_MS) {
      const asked = get<Summary>('/calendar/admin/agenda/summary', { params: { in: language } });
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
