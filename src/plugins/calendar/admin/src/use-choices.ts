import { FetchError, useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ReferenceChoice } from '../../server/src/resources/agenda';
import { LANGUAGES } from './agenda/agenda-address';
import { useContentLanguage } from './languages';
import type { TextKey } from './use-text';

/** A record in the answer of the picker's route. */
export interface Choice extends ReferenceChoice {
  /** For categories: the ancestors' names, from the root. */
  above?: string[];
  color?: string | null;
}

type Wanted = { q: string } | { ids: string };
/** `failed`: the message when they could not be loaded. */
type Answer = { question?: string; choices: Choice[]; failed?: TextKey };

const FORBIDDEN = 403;

const reasonOf = (error: unknown): TextKey =>
  error instanceof FetchError && error.status === FORBIDDEN ? 'references.failed' : 'read.failed';

const PAUSE_BETWEEN_KEYS_MS = 250;

/**
 * Loads records of a type by search or by ids (`"3,1"`); keeps the previous ones while `loading`. `failed` when
 * they may not be read or the server does not answer; retried when the browser is online again.
 */
export function useChoices(target: string, wanted: Wanted | undefined) {
  const { get } = useFetchClient();
  const { locale } = useIntl();
  // Where no language is edited, as in the agenda, names are in the admin's language.
  const language = useContentLanguage() ?? (LANGUAGES.includes(locale) ? locale : undefined);
  const [answer, setAnswer] = useState<Answer>({ choices: [] });
  const [tries, setTries] = useState(0);
  const question = wanted && JSON.stringify({ ...wanted, language });

  useEffect(() => {
    if (!answer.failed) return;
    const again = () => setTries((before) => before + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [answer.failed]);

  useEffect(() => {
    if (!question) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { data } = await get<{ results: Choice[] }>(`/calendar/admin/references/${target}`, {
          params: JSON.parse(question),
          signal: controller.signal,
        });
        setAnswer({ question, choices: data.results });
      } catch (error) {
        if (!controller.signal.aborted)
          setAnswer({ question, choices: [], failed: reasonOf(error) });
      }
    }, PAUSE_BETWEEN_KEYS_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [get, target, question, tries]);

  return { ...answer, loading: question !== undefined && answer.question !== question };
}
