import type { NewsHead, NewsItem } from './news';

const jsonItem = ({ event, image, ...news }: NewsItem) => ({
  id: news.id,
  url: news.url,
  title: news.title,
  content_html: news.html,
  content_text: news.text,
  ...(image && { image: image.url }),
  date_published: news.published.toISOString(),
  date_modified: news.modified.toISOString(),
  ...(news.tags.length > 0 && { tags: news.tags }),
  language: news.language,
  _event: {
    start: event.start.toISOString(),
    end: event.end.toISOString(),
    timezone: event.timezone,
    all_day: event.all_day,
    location: event.location,
  },
});

/** JSON Feed 1.1; `_event` says when and where, for programs. */
export const jsonFeed = (items: NewsItem[], head: NewsHead) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: head.title,
  home_page_url: head.list,
  feed_url: head.address,
  ...(head.next && { next_url: head.next }),
  language: head.language,
  items: items.map(jsonItem),
});
