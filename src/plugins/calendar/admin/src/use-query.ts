import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Answer<Data> {
  question?: string;
  /** How often the question had been repeated. */
  tries?: number;
  /** Also after a failure: the last answer. */
  data?: Data;
  error?: unknown;
}

/**
 * Loads the answer to a question, which contains everything that the answer depends on, and again for each other one;
 * without one, nothing. Keeps the previous answer while `loading`. `read` receives a signal that aborts when its answer
 * is no longer wanted, and is called after a pause in which the question has stayed the same (milliseconds). `again`
 * repeats the question, meanwhile `repeating`; `load` does so without a sign, and resolves when the answer is there.
 */
export function useAnswer<Data>(
  question: string | undefined,
  read: (signal?: AbortSignal) => Promise<Data>,
  pause = 0,
) {
  const [answer, setAnswer] = useState<Answer<Data>>({});
  const [tries, setTries] = useState(0);
  const latest = useRef(read);
  latest.current = read;

  const ask = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const data = await latest.current(signal);
        setAnswer({ question, tries, data });
      } catch (error) {
        if (!signal?.aborted) setAnswer((before) => ({ ...before, question, tries, error }));
      }
    },
    [question, tries],
  );

  useEffect(() => {
    if (question === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = pause > 0 ? setTimeout(ask, pause, signal) : void ask(signal);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [ask, question, pause]);

  const again = useCallback(() => setTries((before) => before + 1), []);
  const { data, error } = answer;
  const loading = question !== undefined && answer.question !== question;
  const repeating = question !== undefined && answer.tries !== tries;
  return { data, error, loading, repeating, again, load: () => ask() };
}

/** Loads what the server answers at an address, a path with its query; without an address, nothing. */
export function useQuery<Data>(address: string | undefined) {
  const { get } = useFetchClient();
  const { data, error, loading, repeating, again } = useAnswer(address, async (signal) => {
    const answer = await get<Data>(`${address}`, { signal });
    return answer.data;
  });
  return { data, failed: error !== undefined, loading: loading || repeating, again };
}
