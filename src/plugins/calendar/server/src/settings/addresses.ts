import { NAMESPACE, SITE, siteAliases } from './aliases';
import { isLanguage, LANGUAGES, type Language } from './languages';

export interface Addressed {
  language?: Language;
  /** The path of the interface that was used, without language: `/calendar/events/v1`; or that of the site, `/wp-json`. */
  base: string;
  /** What follows it, without slashes at the end. */
  rest: string;
}

const LANGUAGE = new RegExp(`^/(${LANGUAGES.join('|')})(?=/)`);

/** The lookbehind anchors it at the first of several slashes, so that long runs of them take linear time. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

/** What clients of WordPress ask before an alias of ours. */
const isSite = (path: string, aliases: string[]) =>
  path.replace(SLASHES_AT_END, '') === SITE && siteAliases(aliases).length > 0;

/** Spec 1, D11: what a path says that is one of the interface's addresses. */
export function addressed(path: string, aliases: string[]): Addressed | undefined {
  const [prefix = '', language] = LANGUAGE.exec(path) ?? [];
  const below = path.slice(prefix.length);
  const base = [NAMESPACE, ...aliases].find(
    (root) => below === root || below.startsWith(`${root}/`),
  );
  if (!base && !isSite(below, aliases)) return undefined;
  const used = base ?? SITE;
  const rest = below.slice(used.length).replace(SLASHES_AT_END, '');
  return { language: isLanguage(language) ? language : undefined, base: used, rest };
}
