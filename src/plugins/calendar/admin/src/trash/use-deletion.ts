import { useFetchClient } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import type { Deletion } from '../../../server/src/records/versions';
import type { Selected } from '../agenda/use-agenda';

/** Events per request: fewer than the server takes, so that progress is visible. */
const AT_ONCE = 10;

/** Progress: events deleted, kept on purpose, and failed, of how many. */
export interface Progress {
  done: number;
  kept: number;
  failed: number;
  of: number;
  running: boolean;
}

const NONE: Progress = { done: 0, kept: 0, failed: 0, of: 0, running: false };

/** Deletes events for good in chunks; stopping keeps those not deleted yet. */
export function useDeletion() {
  const { get, post } = useFetchClient();
  const [progress, setProgress] = useState(NONE);
  const stopped = useRef(false);

  /** The events on all pages of the trash that match a query. */
  async function trashedBy(question: string): Promise<Selected[]> {
    const events: Selected[] = [];
    for (let page = 1; ; page += 1) {
      const params = new URLSearchParams(question);
      params.set('view', 'trash');
      params.set('page', `${page}`);
      const { data } = await get<{ results: Selected[]; more: boolean }>(
        `/calendar/admin/agenda?${params}`,
      );
      events.push(...data.results);
      if (!data.more) return events;
    }
  }

  /** Calls `tell` after each request with the ids that no longer exist. */
  async function run(ids: number[], tell: (gone: number[]) => void): Promise<Progress> {
    stopped.current = false;
    let now: Progress = { ...NONE, of: ids.length, running: true };
    setProgress(now);
    try {
      for (let at = 0; at < ids.length && !stopped.current; at += AT_ONCE) {
        const asked = { ids: ids.slice(at, at + AT_ONCE) };
        const { data } = await post<{ results: Deletion[] }>('/calendar/admin/trash/delete', asked);
        tell(data.results.flatMap(({ id, kept }) => (kept && kept !== 'gone' ? [] : [id])));
        const left = data.results.flatMap(({ kept }) => (kept && kept !== 'gone' ? [kept] : []));
        const failed = left.filter((why) => why === 'failed').length;
        now = {
          ...now,
          done: now.done + data.results.length - left.length,
          kept: now.kept + left.length - failed,
          failed: now.failed + failed,
        };
        setProgress(now);
      }
    } finally {
      setProgress(NONE);
    }
    return { ...now, running: false };
  }

  const stop = () => {
    stopped.current = true;
  };

  return { progress, trashedBy, run, stop };
}
