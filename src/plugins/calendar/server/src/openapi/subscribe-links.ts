import { MESSAGES } from '../messages/t';
import type { DescribeContext } from './context';
import { type Html, html } from './html';

/** Calendar programs open this scheme, and then ask again by themselves. */
const webcal = (address: string) => address.replace(/^https?:/, 'webcal:');

/** Where Google and Outlook take the address of a calendar; they ask for it from outside, so it must be public. */
const google = (address: string) =>
  `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal(address))}`;
const outlook = (address: string) =>
  `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}`;

const link = (address: string, name: string): Html =>
  html`<li><a href="${address}" rel="nofollow noreferrer">${name}</a></li>`;

/** How people subscribe to the list of events, in the language of the page. */
export function subscribeLinks({ root, language }: DescribeContext): Html {
  const { subscribe, calendar_program } = MESSAGES[language].page;
  const calendar = `${root}/events.ics`;
  return html`<nav aria-label="${subscribe}"><ul>
<li>${subscribe}</li>
${[
  link(webcal(calendar), calendar_program),
  link(google(calendar), 'Google Calendar'),
  link(outlook(calendar), 'Outlook'),
  link(webcal(calendar), 'Apple'),
  link(`${root}/events.rss`, 'RSS'),
  link(`${root}/events.json`, 'JSON Feed'),
]}
</ul></nav>`;
}
