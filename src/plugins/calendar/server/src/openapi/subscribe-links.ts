import { subscribing } from '../feeds/subscribe';
import { MESSAGES } from '../messages/t';
import type { DescribeContext } from './context';
import { type Html, html } from './html';

const link = (address: string, name: string): Html =>
  html`<li><a href="${address}" rel="nofollow noreferrer">${name}</a></li>`;

/** How people subscribe to the list of events, in the language of the page. */
export function subscribeLinks({ root, language }: DescribeContext): Html {
  const { subscribe, calendar_program } = MESSAGES[language].page;
  const { webcal, google, outlook } = subscribing(`${root}/events.ics`);
  return html`<nav aria-label="${subscribe}"><ul>
<li>${subscribe}</li>
${[
  link(webcal, calendar_program),
  link(google, 'Google Calendar'),
  link(outlook, 'Outlook'),
  link(webcal, 'Apple'),
  link(`${root}/events.rss`, 'RSS'),
  link(`${root}/events.json`, 'JSON Feed'),
]}
</ul></nav>`;
}
