import type { Context } from 'koa';
import { directionOf, type Html, html, nameOf, pathOf } from '../../kinds/text/html';
import { type CalendarError, errorBody } from '../../messages/errors';
import { MESSAGES } from '../../messages/t';
import type { Language } from '../../settings/languages';
import type { Edge, RequestSecrets } from '../edge';

/** What stands around the content of a page. */
export interface Frame {
  language: Language;
  title: string;
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** More for the head. */
  head?: Html;
  /** Where the page is in each language that it has. */
  languages: { [code in Language]?: string };
  main: Html;
}

/** Where the style of all pages is. */
const STYLE = '/calendar/event.css';

function languageLink([code, address]: [string, string], shown: Language): Html {
  const language = code as Language;
  const current = language === shown && html` aria-current="page"`;
  return html`<li><a href="${pathOf(address)}" hreflang="${code}" lang="${code}" dir="${directionOf(language)}"${current}>${nameOf(language)}</a></li>`;
}

function languageLinks({ languages, language }: Frame): Html | false {
  const links = Object.entries(languages);
  if (links.length < 2) return false;
  return html`<header><nav aria-label="${MESSAGES[language].event_page.languages}"><ul>${links.map(
    (link) => languageLink(link, language),
  )}</ul></nav></header>`;
}

/** A whole page for people: nothing in it runs, and all that it needs is of this host. */
export const page = (frame: Frame): string =>
  html`<!doctype html>
<html lang="${frame.language}" dir="${directionOf(frame.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${frame.title}</title>
<link rel="stylesheet" href="${pathOf(frame.origin)}${STYLE}">
${frame.head}</head>
<body>
${languageLinks(frame)}
<main>
${frame.main}
</main>
</body>
</html>
`.html;

/** What people are told where there is nothing to show, or not without a password. */
interface Refused {
  language: Language;
  origin: string;
  status: number;
  /** The refusal in words. */
  message: string;
  /** Whether the link of a preview was asked for. */
  isPreview?: boolean;
  /** Whether a password opens the page. */
  isProtected?: boolean;
  /** Whether one was sent. */
  isWrong?: boolean;
}

function passwordForm({ language, isWrong }: Refused): Html {
  const { password, open, wrong_password } = MESSAGES[language].event_page;
  const wrong = isWrong && html`<p id="wrong" class="wrong" role="alert">${wrong_password}</p>`;
  const invalid = isWrong && html` aria-invalid="true" aria-describedby="wrong"`;
  return html`<form method="post">
${wrong}<label for="password">${password}</label>
<input id="password" name="password" type="password" autocomplete="off" required autofocus${invalid}>
<button type="submit">${open}</button>
</form>`;
}

/** What it is called, and what may be done. */
function textsOf(refused: Refused): [heading: string, hint: string] {
  const { language, status, isProtected, isPreview, message } = refused;
  const texts = MESSAGES[language].event_page;
  if (isProtected) return [texts.protected, texts.protected_hint];
  if (status === 404) {
    return [texts.not_found, isPreview ? texts.link_ended : texts.not_found_hint];
  }
  if (status === 401 || status === 403) return [texts.not_public, texts.not_public_hint];
  return [texts.failed, message];
}

/** The page of a refusal; a protected event is asked for by a form. */
function refusalPage(refused: Refused): string {
  const { language, origin, isProtected } = refused;
  const [heading, hint] = textsOf(refused);
  return page({
    language,
    origin,
    title: heading,
    languages: {},
    head: html`<meta name="robots" content="noindex">
`,
    main: html`<article class="refused">
<h1>${heading}</h1>
<p>${hint}</p>
${isProtected && passwordForm(refused)}
</article>`,
  });
}

/** How a page may be used. */
interface Use {
  /** Origins besides this host and those with TLS that pictures come from. */
  pictures?: string[];
  /** Whether pages of this host may show it in a frame. */
  isFramed?: boolean;
}

/** D16.5: nothing runs, nothing but pictures is asked of anybody else, and forms lead here. */
function protect(ctx: Context, { pictures = [], isFramed = false }: Use) {
  const policy = [
    `default-src 'none'`,
    `style-src 'self'`,
    ['img-src', `'self'`, 'https:', ...pictures].join(' '),
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${isFramed ? `'self'` : `'none'`}`,
  ];
  ctx.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin', // Whatever a link of an editor's says of its opener.
    'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
    'Referrer-Policy': 'no-referrer',
  });
}

/** Answers with a page. */
export function sendHtml(ctx: Context, page: string, use: Use = {}) {
  protect(ctx, use);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page;
}

/** What a preview's link leads to is for nobody's index, whatever becomes of the link. */
export function forbidIndexing(ctx: Context) {
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  ctx.set('Cache-Control', 'private, no-store');
}

/** D9.5 for people: a refusal as a page, or as the form that asks for the password. */
export function sendRefusal(ctx: Context, error: CalendarError, language: Language) {
  const { origin, rest } = ctx.state.calendar as Edge;
  const { password } = (ctx.state.sent ?? {}) as Partial<RequestSecrets>;
  const isPreview = rest === '/preview';
  if (isPreview) forbidIndexing(ctx);
  const page = refusalPage({
    ...{ language, origin, isPreview, status: error.status },
    message: errorBody(error, language).message,
    isProtected: error.refusal.code === 'event-password-protected',
    isWrong: password !== undefined,
  });
  sendHtml(ctx, page, { isFramed: isPreview });
}
