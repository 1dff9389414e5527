import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';

interface Answer<Data> {
  question?: string;
  data?: Data;
  failed?: boolean;
}

/**
 * Loads what the server answers at an address, a path with its query; keeps the previous answer while loading. Without
 * an address, nothing is loaded. `again` repeats the request.
 */
export function useQuery<Data>(address: string | undefined) {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Answer<Data>>({});
  const [tries, setTries] = useState(0);
  const question = `${address} ${tries}`;

  useEffect(() => {
    if (!address) return;
    const controller = new AbortController();
    const { signal } = controller;
    get<Data>(address, { signal }).then(
      ({ data }) => setAnswer({ question, data }),
      () => !signal.aborted && setAnswer((before) => ({ ...before, question, failed: true })),
    );
    return () => controller.abort();
  }, [get, address, question]);

  const again = useCallback(() => setTries((before) => before + 1), []);
  const { data, failed } = answer;
  return { data, failed, loading: address !== undefined && answer.question !== question, again };
}
