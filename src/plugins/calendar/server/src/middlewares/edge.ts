import type { Context } from 'koa';
import { NAMESPACE } from '../representation/urls';
import { settings } from '../services/settings';
import { isLanguage, type Language } from '../settings/languages';

/** What the caller's address said, remembered while Strapi sees another path. */
export interface Edge {
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The interface's root as the caller addressed it. */
  root: string;
  language?: Language;
}

const OWN = new RegExp(`^(?:/(ar|en|fr|es))?${NAMESPACE}((?:/.*)?)$`);

/** Strapi's own address of our routes: nobody may use it (D9.8). */
const BEHIND = /^\/api\/calendar(\/|$)/i;

export const isBehind = (path: string) => BEHIND.test(path);

/** Whether failures at this path are ours to word. */
export const isOurs = (path: string) => OWN.test(path) || isBehind(path);

/** The language and the rest of a path of ours, without a slash at the end. */
export function readPath(path: string): { language?: Language; rest: string } | undefined {
  const match = OWN.exec(path);
  if (!match) return undefined;
  const [, language, rest = ''] = match;
  return { language: isLanguage(language) ? language : undefined, rest: rest.replace(/\/$/, '') };
}

/** Where the service is published: the host's setting, else what the caller used. */
export function originOf(ctx: Context): string {
  const published: string = strapi.config.get('server.url', '');
  const origin = /^https?:\/\//.test(published) ? published : ctx.origin;
  return origin.replace(/\/+$/, '');
}

/** D7.1, for what must be said before anything is checked: query, body, address, default. */
export function likelyLanguage(ctx: Context): Language {
  const { body } = ctx.request as { body?: { i18n_language?: unknown } };
  const asked = [
    ctx.query.i18n_language,
    body?.i18n_language,
    (ctx.state.calendar as Edge)?.language,
  ];
  return asked.find(isLanguage) ?? settings().defaultLanguage;
}
