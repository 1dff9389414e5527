import type { Context } from 'koa';
import { type Html, html, pathOf } from '../../kinds/text/html';
import { type CalendarError, errorBody } from '../../messages/errors';
import { MESSAGES } from '../../messages/t';
import { directionOf, type Language, languageName } from '../../settings/languages';
import { requestAddressOf } from '../request';

/** The content of a page and its surroundings. */
export interface Frame {
  language: Language;
  title: string;
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** Further elements for the head. */
  head?: Html;
  /** The page's URL in each language that it has. */
  languages: { [code in Language]?: string };
  main: Html;
}

/** The path of the style sheet of all pages. */
const STYLE = '/calendar/event.css';

function languageLink([code, address]: [string, string], shown: Language): Html {
  const language = code as Language;
  const current = language === shown && html` aria-current="page"`;
  return html`<li><a href="${pathOf(address)}" hreflang="${code}" lang="${code}" dir="${directionOf(language)}"${current}>${languageName(language)}</a></li>`;
}

function languageLinks({ languages, language }: Frame): Html | false {
  const links = Object.entries(languages);
  if (links.length < 2) return false;
  return html`<header><nav aria-label="${MESSAGES[language].event_page.languages}"><ul>${links.map(
    (link) => languageLink(link, language),
  )}</ul></nav></header>`;
}

/** A complete HTML page. It has no scripts, and its style sheet comes from this host. */
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

/** What the page of a refusal shows. */
interface Refused {
  language: Language;
  origin: string;
  status: number;
  /** The refusal's text. */
  message: string;
  /** Whether the request was for a preview. */
  isPreview?: boolean;
  /** Whether a password would open the page. */
  isProtected?: boolean;
  /** Whether a password was sent, which is then wrong. */
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

/** The heading of a refusal, and a hint what to do. */
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

/** The page of a refusal; that of a protected event has a form for the password. */
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

/** What a page loads and where it may be framed. */
interface Use {
  /** Origins of pictures, besides this host and any host with TLS. */
  pictures?: string[];
  /** Whether pages of this host may show it in a frame. */
  isFramed?: boolean;
}

/**
 * D16.5: sets headers that forbid scripts, load nothing but pictures from other hosts, and keep
 * forms on this host.
 */
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
    'Cross-Origin-Opener-Policy': 'same-origin', // Also with `rel="opener"` in a text.
    'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
    'Referrer-Policy': 'no-referrer',
  });
}

/** Responds with an HTML page. */
export function sendHtml(ctx: Context, page: string, use: Use = {}) {
  protect(ctx, use);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page;
}

/** Keeps a preview out of search engines and caches, even if its link is public or has expired. */
export function forbidIndexing(ctx: Context) {
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  ctx.set('Cache-Control', 'private, no-store');
}

/** D9.5: responds with a refusal as an HTML page, with a form if a password would help. */
export function sendRefusal(ctx: Context, error: CalendarError, language: Language) {
  const { origin, rest } = requestAddressOf(ctx);
  const { password } = ctx.state.secrets ?? {};
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
