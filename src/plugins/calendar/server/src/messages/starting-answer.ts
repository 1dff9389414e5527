import { parsePath } from '../settings/addresses';
import { isLanguage, type Language } from '../settings/languages';
import { errorBody, starting } from './errors';
import { PROBLEM, prefersProblem, problemBody } from './problem';
import { t } from './t';

interface Site {
  aliases: string[];
  defaultLanguage: Language;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Seconds after which a browser reloads the page. */
const REFRESH = '3';

/**
 * D9.8: the 503 that answers every request before the calendar has started: for paths of the
 * interface an error `rest_starting` in the request's language, for others, which include the pages
 * of events, a text that browsers reload.
 */
export function startingAnswer(url: string, site: Site, accept?: string): Answer {
  const [path = '', query] = url.split(/\?(.*)/s);
  const ours = parsePath(path, site.aliases);
  const asked = [new URLSearchParams(query).get('i18n_language'), ours?.language];
  const language = asked.find(isLanguage) ?? site.defaultLanguage;
  const { refusal, status } = starting();
  const headers = {
    ...refusal.headers,
    'Cache-Control': 'no-store',
    'Content-Language': language,
  };
  if (ours && !ours.isPage) {
    const isProblem = prefersProblem(accept);
    const told = isProblem
      ? problemBody(starting(), language, { path })
      : errorBody(starting(), language);
    const type = isProblem ? PROBLEM : 'application/json; charset=utf-8';
    return {
      status,
      headers: { ...headers, 'Content-Type': type, Vary: 'Accept' },
      body: JSON.stringify(told),
    };
  }
  const kind = { 'Content-Type': 'text/plain; charset=utf-8', Refresh: REFRESH };
  return { status, headers: { ...headers, ...kind }, body: `${t(language, 'rest_starting')}\n` };
}
