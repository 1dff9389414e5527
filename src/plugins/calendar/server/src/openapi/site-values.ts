import { MESSAGES } from '../messages/t';
import { LANGUAGES } from '../settings/languages';
import type { DescribeContext } from './context';

/** What the site's settings say in the texts of its description. */
export function siteValues({
  language,
  settings,
}: DescribeContext): Record<string, string | number> {
  const { timezone, defaultLanguage, maxPerPage, limits, geoloc, rateLimit } = settings;
  const unit = MESSAGES[language].units[geoloc.unit];
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return {
    zone: timezone,
    language: names.of(defaultLanguage) ?? defaultLanguage,
    paths: LANGUAGES.map((code) => `\`/${code}\``).join(', '),
    most: maxPerPage,
    ids: limits.ids,
    search: limits.search,
    body: Math.floor(limits.body / 1024),
    unit,
    radius: `${geoloc.radius} ${unit}`,
    requests: rateLimit.requests,
    window: rateLimit.window,
  };
}
