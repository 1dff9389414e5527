const { measureAtOnce, measureInTurn, summary } = require('./client.cjs');

const LIST = '/calendar/events/v1/events';
const FEED = '/calendar/events/v1/events.ics';
const PER_PAGE = 50;
const PAGES = 20;
const CONNECTIONS = 8;

const DAY = 86_400_000;

async function read(url, headers) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** The filters of a list of a thousand events, or of all upcoming ones if there are fewer. */
async function thousand({ origin }, { now }) {
  const [today, far] = [0, 720].map((days) =>
    new Date(now + days * DAY).toISOString().slice(0, 10),
  );
  const all = `start_date=${today}&end_date=${far}&per_page=${PER_PAGE}`;
  const first = await (await read(`${origin}${LIST}?${all}`)).json();
  const page = Math.min(PAGES, first.total_pages);
  const last = await (await read(`${origin}${LIST}?${all}&page=${page}`)).json();
  const before = last.events.at(-1).utc_start_date.slice(0, 10); // A day, so that it can be cached.
  const query = `start_date=${today}&starts_before=${before}`;
  const { total } = await (await read(`${origin}${LIST}?${query}`)).json();
  return { query, events: total, pages: Math.ceil(total / PER_PAGE) };
}

/**
 * Measures the feed and each page of its list in turn, without cached responses; then requests
 * answered with 304.
 */
async function measureFeeds({ calendar, bare, facts }, { rounds, time }) {
  const { query, events, pages } = await thousand(calendar, facts);
  const feed = await read(`${calendar.origin}${FEED}?${query}`);
  const bytes = (await feed.arrayBuffer()).byteLength;
  let asked = 0;
  const cold = (path, more = '') => ({
    ...calendar,
    next: () => {
      asked += 1;
      return { path: `${path}?${query}&bench=feed${asked}${more}` };
    },
  });
  const page = (_, at) => cold(LIST, `&per_page=${PER_PAGE}&page=${at + 1}`);
  const cells = [cold(FEED), ...Array.from({ length: pages }, page)];
  const known = { 'if-none-match': feed.headers.get('etag') };
  const same = { ...calendar, next: () => ({ path: `${FEED}?${query}`, headers: known }) };
  const bareSame = { ...bare, next: () => ({ path: '/unchanged/0', headers: known }) };
  const rows = { feed: [], pages: [], unchanged: [], bareUnchanged: [] };
  for (let round = 0; round < rounds; round += 1) {
    const [feeds, ...lists] = await measureInTurn(cells, time);
    rows.feed.push(feeds);
    rows.pages.push(...lists);
    rows.bareUnchanged.push(await measureAtOnce(bareSame, CONNECTIONS, time));
    rows.unchanged.push(await measureAtOnce(same, CONNECTIONS, time));
  }
  const measured = Object.entries(rows).map(([name, all]) => [name, summary(all)]);
  return { events, bytes, count: pages, ...Object.fromEntries(measured) };
}

module.exports = { measureFeeds };
