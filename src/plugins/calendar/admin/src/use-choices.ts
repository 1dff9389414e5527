import { FetchError, useFetchClient } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { ReferenceChoice } from '../../server/src/resources/agenda';
import { LANGUAGES } from './agenda/agenda-address';
import { useContentLanguage } from './languages';
import { useAnswer } from './use-query';
import type { TextKey } from './use-text';

/** A record in the answer of the picker's route. */
export interface Choice extends ReferenceChoice {
  /** For categories: the ancestors' names, from the root. */
  above?: string[];
  color?: string | null;
}

type Wanted = { q: string } | { ids: string };

const NONE: Choice[] = [];

const FORBIDDEN = 403;

const reasonOf = (error: unknown): TextKey =>
  error instanceof FetchError && error.status === FORBIDDEN ? 'references.failed' : 'read.failed';

const PAUSE_BETWEEN_KEYS_MS = 250;

/**
 * Loads records of a type by search or by ids (`"3,1"`), and again when `at` changes; keeps the previous ones while
 * `loading`. `failed`: the message when they may not be read or the server does not answer; retried when the browser is
 * online again.
 */
export function useChoices(target: string, wanted: Wanted | undefined, at = 0) {
  const { get } = useFetchClient();
  const { locale } = useIntl();
  // Where no language is edited, as in the agenda, names are in the admin's language.
  const language = useContentLanguage() ?? (LANGUAGES.includes(locale) ? locale : undefined);
  const question = wanted && JSON.stringify({ target, ...wanted, language, at });
  const { data, error, loading, again } = useAnswer(
    question,
    async (signal) => {
      const asked = { params: { ...wanted, language }, signal };
      const route = `/calendar/admin/references/${target}`;
      return (await get<{ results: Choice[] }>(route, asked)).data.results;
    },
    PAUSE_BETWEEN_KEYS_MS,
  );
  const failed = error === undefined ? undefined : reasonOf(error);

  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed, again]);

  // By id, those that were there before are still right.
  const isOutdated = failed && wanted && 'q' in wanted;
  return { choices: (!isOutdated && data) || NONE, failed, loading };
}
