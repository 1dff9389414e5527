import { localMillis, wallOf } from '../../kinds/dates/wall-time';
import { type Html, html, htmlToLine, jsonLdScript } from '../../kinds/text/html';
import { asciiNumbers } from '../../kinds/text/normalize';
import { interpolate, MESSAGES, type Messages } from '../../messages/t';
import { pageUrl, type View } from '../../resources/answer';
import type { Event } from '../../resources/event/payload';
import type { Image, Organizer, Term, Venue } from '../../resources/shared/payloads';
import { FEEDS } from '../../settings/addresses';
import { directionOf, type Language, languageName } from '../../settings/languages';
import { page } from './page';
import { away, calendars, machineTime, mapLink, running, when, zoneName } from './when';

type Texts = Messages['event_page'];

/** An event as its page shows it. */
export interface ShownEvent {
  event: Event;
  /** The picture's alternative text. */
  alt: string;
  view: View;
  /** Only in a preview: until when its link is valid. */
  preview?: { expires: Date };
}

const link = (address: string, name: string | Html): Html => html`<a href="${address}">${name}</a>`;

/** Arabic digits are written as ASCII ones in the address. */
const phoneLink = (phone: string): Html =>
  link(`tel:${asciiNumbers(phone).replace(/[^+\d]/g, '')}`, html`<bdi>${phone}</bdi>`);

const lines = (parts: (string | Html | false | undefined | '')[]): Html[] =>
  parts.flatMap((part) => (part ? [html`<p>${part}</p>`] : []));

const section = (heading: string, content: Html[]): Html | false =>
  content.length > 0 && html`<section><h2>${heading}</h2>${content}</section>`;

/** D16.2: labels for the event's state; canceled and postponed come first, so that readers notice. */
function states({ event, view: { now } }: ShownEvent, texts: Texts): Html | false {
  const { event_status: status, attendance_mode: mode } = event;
  const labels: [string, string | false][] = [
    ['canceled', status === 'canceled' && texts.canceled],
    ['postponed', status === 'postponed' && texts.postponed],
    ['online', mode === 'online' && texts.online],
    ['online', mode === 'mixed' && texts.mixed],
    ['over', running(event, now) === 'over' && texts.over],
    ['now', running(event, now) === 'now' && status === 'scheduled' && texts.now],
  ];
  const shown = labels.flatMap(([kind, word]) =>
    word ? [html`<li class="${kind}">${word}</li>`] : [],
  );
  return shown.length > 0 && html`<ul class="states">${shown}</ul>`;
}

function time({ event, view: { language } }: ShownEvent, texts: Texts): Html {
  const words = when(event, language);
  if (!words) return html`<p class="when">${texts.no_date}</p>`;
  const zone = event.all_day ? texts.all_day : zoneName(event, language);
  return html`<p class="when"><time datetime="${machineTime(event)}">${words}</time> <span>${zone}</span></p>`;
}

function picture({ event: { image }, alt }: ShownEvent): Html | false {
  if (!image) return false;
  const sizes: Pick<Image, 'url' | 'width'>[] = [...Object.values(image.sizes ?? {}), image];
  const known = sizes.filter(({ width }) => width);
  const sources = known.map(
    ({ url, width }) => `${url.replace(/[\s,]/g, encodeURIComponent)} ${width}w`,
  );
  const size =
    image.width && image.height && html` width="${image.width}" height="${image.height}"`;
  const set =
    known.length > 1 &&
    html` srcset="${sources.join(', ')}" sizes="(min-width: 60rem) 56rem, 100vw"`;
  return html`<figure><img src="${image.url}" alt="${alt}"${size || undefined}${set}></figure>`;
}

function venueOf(venue: Venue, event: Event, texts: Texts): Html {
  const { venue: name, address, zip, city, stateprovince, country, phone, website } = venue;
  const map = (event.show_map_link || venue.show_map_link) && mapLink(venue);
  const place = [[zip, city].filter(Boolean).join(' '), stateprovince].filter(Boolean).join(', ');
  return html`<address lang="${venue.language}" dir="${directionOf(venue.language)}">${lines([
    website ? html`<strong>${away(website, name)}</strong>` : html`<strong>${name}</strong>`,
    address,
    place,
    country,
    phone && phoneLink(phone),
    map && html`<span class="map">${away(map, texts.map)}</span>`,
  ])}</address>`;
}

const organizerOf = ({ organizer, website, email, phone, language }: Organizer): Html =>
  html`<address lang="${language}" dir="${directionOf(language)}">${lines([
    website
      ? html`<strong>${away(website, organizer)}</strong>`
      : html`<strong>${organizer}</strong>`,
    email && link(`mailto:${email}`, html`<bdi>${email}</bdi>`),
    phone && phoneLink(phone),
  ])}</address>`;

/** The colour is an attribute of an SVG, since the page's policy forbids inline styles. */
const dot = (color: unknown) =>
  typeof color === 'string' &&
  html`<svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${color}"/></svg> `;

const termsOf = (terms: (Term & { color?: unknown })[]): Html[] =>
  terms.length === 0
    ? []
    : [
        html`<ul class="terms">${terms.map(
          ({ name, language, color }) =>
            html`<li lang="${language}" dir="${directionOf(language)}">${dot(color)}${name}</li>`,
        )}</ul>`,
      ];

function ownFields({ custom_fields: fields }: Event): Html | false {
  const shown = Object.values(fields as Record<string, { label?: unknown; value?: unknown } | null>)
    .map((field) => ({ label: field?.label, value: field?.value }))
    .filter(
      ({ label, value }) =>
        typeof label === 'string' && ['string', 'number'].includes(typeof value),
    );
  if (shown.length === 0) return false;
  return html`<section><dl>${shown.map(
    ({ label, value }) => html`<dt>${String(label)}</dt><dd>${String(value)}</dd>`,
  )}</dl></section>`;
}

function facts({ event }: ShownEvent, texts: Texts): Html {
  const {
    cost,
    ticket_url: tickets,
    event_status: status,
    website,
    url,
    virtual_url: online,
  } = event;
  const venues = event.attendance_mode === 'online' ? [] : [event.venue].flat();
  return html`<div class="facts">
${section(
  texts.where,
  venues.map((venue) => venueOf(venue, event, texts)),
)}
${section(texts.online, lines([online && away(online, texts.join)]))}
${section(texts.organizers, event.organizer.map(organizerOf))}
${section(texts.cost, lines([cost, tickets && status !== 'canceled' && away(tickets, texts.tickets)]))}
${section(texts.categories, termsOf(event.categories))}
${section(texts.tags, termsOf(event.tags))}
${section(texts.website, lines([website && website !== url && away(website, website.replace(/^https?:\/\//, ''))]))}
${ownFields(event)}
</div>`;
}

const meta = (name: string, content: string | undefined) =>
  content
    ? [
        html`<meta property="${name}" content="${content}">
`,
      ]
    : [];

/** At most as much text as search engines show, without half a surrogate pair at its end. */
const shortened = (text: string) => text.slice(0, 200).replace(/\p{Surrogate}$/u, '');

function publicHead({ event, view }: ShownEvent, title: string): Html {
  const text = shortened(htmlToLine(event.excerpt || event.description));
  const others = Object.entries(event.translations).map(
    ([code, { url }]) => html`<link rel="alternate" hreflang="${code}" href="${url}">
`,
  );
  return html`${
    text &&
    html`<meta name="description" content="${text}">
`
  }<link rel="canonical" href="${event.url}">
<link rel="alternate" type="application/json" href="${event.rest_url}">
${others}${
  event.feed_url &&
  html`<link rel="alternate" type="${FEEDS.ics.type}" href="${event.feed_url}">
`
}${[
  ...meta('og:type', 'website'),
  ...meta('og:title', title),
  ...meta('og:description', text),
  ...meta('og:url', event.url),
  ...meta('og:image', event.image ? event.image.url : undefined),
  ...meta('og:locale', view.language),
]}${event.json_ld && jsonLdScript(event.json_ld)}
`;
}

const NOT_INDEXED = html`<meta name="robots" content="noindex, nofollow">
`;

function previewNote(
  { preview, view: { language, settings } }: ShownEvent,
  texts: Texts,
): Html | false {
  if (!preview) return false;
  const { timezone } = settings;
  const wall = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(localMillis(wallOf(preview.expires, timezone)));
  const until = `${wall} (${timezone})`;
  return html`<p class="preview" role="note">${interpolate(texts.preview, { until })}</p>`;
}

/** The event's pages by language, for those languages that the viewer may read; none for a preview. */
const languagesOf = ({ event, view, preview }: ShownEvent) =>
  preview
    ? {}
    : Object.fromEntries(
        Object.entries(event.translations).map(([code, { slug }]) => [
          code,
          pageUrl({ language: code as Language, slug }, view),
        ]),
      );

/** D16: the HTML page of an event, with a note if the event is not in the language asked for. */
export function eventPage(shown: ShownEvent): string {
  const { event, view, preview } = shown;
  const { language } = view;
  const texts = MESSAGES[language].event_page;
  const title = event.title || texts.untitled;
  const inOther =
    event.language !== language &&
    html`<p class="other">${interpolate(texts.only_in, { language: languageName(event.language, language) })}</p>`;
  const description = event.description || event.excerpt;
  return page({
    language,
    title: `${title} · ${new URL(view.origin).host}`,
    origin: view.origin,
    languages: languagesOf(shown),
    head: preview ? NOT_INDEXED : publicHead(shown, title),
    main: html`${previewNote(shown, texts)}${inOther}<article>
${states(shown, texts)}
<h1 lang="${event.language}" dir="${directionOf(event.language)}">${title}</h1>
${time(shown, texts)}
${picture(shown)}
<div class="columns">
<div class="description" lang="${event.language}" dir="${directionOf(event.language)}">${{ html: description }}</div>
${facts(shown, texts)}
</div>
</article>
${calendars(event, view)}`,
  });
}
