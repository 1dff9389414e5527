import { type Html, html, pathOf } from '../../kinds/text/html';
import { MESSAGES } from '../../messages/t';
import { subscribing } from '../../resources/feeds/address';
import { RESOURCES } from '../../resources/routes';
import { directionOf, LANGUAGES, type Language, languageName } from '../../settings/languages';
import type { DescribeContext } from './context';
import { codesIn } from './document';
import { sentence } from './responses';

const link = (address: string, name: string): Html =>
  html`<li><a href="${address}" rel="nofollow noreferrer">${name}</a></li>`;

/** Links for subscribing to the list of events, in the language of the page. */
function subscribeLinks({ root, language }: DescribeContext, query: string): Html {
  const { subscribe, calendar_program } = MESSAGES[language].page;
  const { webcal, google, outlook } = subscribing(`${root}/events.ics${query}`);
  return html`<nav aria-label="${subscribe}"><ul>
<li>${subscribe}</li>
${[
  link(webcal, calendar_program),
  link(google, 'Google Calendar'),
  link(outlook, 'Outlook'),
  link(webcal, 'Apple'),
  link(`${root}/events.rss${query}`, 'RSS'),
  link(`${root}/events.json${query}`, 'JSON Feed'),
]}
</ul></nav>`;
}

/** A link to the page in a language, named in that language. */
function languageLink(code: Language, { language, origin, base }: DescribeContext): Html {
  const current = code === language && html` aria-current="page"`;
  const href = pathOf(`${origin}/${code}${base}/docs`);
  return html`<li><a href="${href}" hreflang="${code}" lang="${code}" dir="${directionOf(code)}"${current}>${languageName(code)}</a></li>`;
}

interface Addresses {
  document: string;
  files: string;
  /** Selects the page's language at other addresses, if its own does not. */
  query: string;
}

const head = (language: Language, { files }: Addresses) => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${MESSAGES[language].page.title}</title>
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/docs.css">
<link rel="stylesheet" href="${files}/colours.css">
<link rel="stylesheet" href="${files}/direction.css">
<script src="${files}/swagger-ui-bundle.js" defer></script>
<script src="${files}/docs.js" type="module"></script>
</head>`;

/** RFC 9457 3.1.1: the meaning of each code; the `type` of problem details links to its entry. */
function codes(context: DescribeContext): Html {
  const { language } = context;
  return html`<section id="codes" aria-labelledby="codes-title">
<h2 id="codes-title">${MESSAGES[language].page.codes}</h2>
<dl>
${codesIn(RESOURCES, context).map(
  ({ code, statuses }) => html`<div id="${code}">
<dt><code>${code}</code> ${statuses.join(', ')}</dt>
<dd>${sentence(language, code)}</dd>
</div>
`,
)}
</dl>
</section>`;
}

function body(context: DescribeContext, { document, query }: Addresses) {
  const texts = MESSAGES[context.language].page;
  return html`<body>
<header>
<h1>${texts.title}</h1>
<p><a href="${document}">${texts.document}</a></p>
<nav aria-label="${texts.languages}"><ul>
${LANGUAGES.map((code) => languageLink(code, context))}
</ul></nav>
${subscribeLinks(context, query)}
<div role="search">
<label for="words">${texts.search}</label>
<input id="words" type="search" autocomplete="off" dir="auto" aria-describedby="hint">
<p id="hint">${texts.hint}</p>
<p id="found" role="status" data-found="${texts.found}" data-nothing="${texts.nothing}"></p>
</div>
</header>
<noscript><p>${texts.noscript} <a href="${document}">${texts.document}</a></p></noscript>
<main id="docs" data-document="${document}"></main>
${codes(context)}
</body>`;
}

/**
 * The HTML page for browsing, searching and trying out the interface. `query` is appended to the
 * URLs of the document and the feeds to select their language.
 */
export function docsPage(context: DescribeContext, query = ''): string {
  const root = pathOf(context.root);
  const addresses = { document: `${root}/doc${query}`, files: `${root}/docs`, query };
  const { language } = context;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
${head(language, addresses)}
${body(context, addresses)}
</html>
`.html;
}
