import { useFetchClient } from '@strapi/strapi/admin';
import type { DryRun } from '../../server/src/records/dry-run';
import { useContentLanguage } from './languages';
import { useAnswer } from './use-query';

const PAUSE_BETWEEN_KEYS_MS = 400;

/** What a save would make of these values; debounced while they change. Errors are ignored: the save reports them. */
export function useDryRun(type: string, values: Record<string, unknown> | undefined) {
  const { post } = useFetchClient();
  const language = useContentLanguage();
  const question = values && JSON.stringify({ type, values, language });
  const { data, error, loading } = useAnswer(
    question,
    async (signal) => {
      const route = `/calendar/admin/dry-run/${type}`;
      return (await post<DryRun>(route, { values, language }, { signal })).data;
    },
    PAUSE_BETWEEN_KEYS_MS,
  );
  return question === undefined || loading || error !== undefined ? undefined : data;
}
