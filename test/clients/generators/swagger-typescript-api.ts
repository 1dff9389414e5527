import { Api, ContentType, type HttpResponse } from './calendar';
import { type Client, written } from './contract';

/** The generated functions throw what is refused. */
const settled = async <Data extends object>(asked: Promise<HttpResponse<Data, object>>) => {
  const { status, data, error } = await asked.catch((refusal) => refusal);
  return written(status, data ?? error);
};

export function clientOf(baseUrl: string, token: string): Client {
  const headers = { Authorization: `Bearer ${token}` };
  const { events } = new Api({ baseUrl, baseApiParams: { headers } });
  return {
    async list(query) {
      const { data } = await events.listEvents(query);
      const { data: fields } = await events.listEvents({ ...query, _fields: ['total'] });
      return { titles: data.events.map(({ title }) => title), total: data.total, fields };
    },
    create: (event) => settled(events.createEvent(event)),
    async tagOf(id) {
      const answer = await events.getEvent(id);
      return answer.headers.get('etag') ?? '';
    },
    patch: (id, tag, change) =>
      settled(
        events.patchEvent(id, change, undefined, { headers: { ...headers, 'If-Match': tag } }),
      ),
    picture(id, file) {
      const image = new File([file], 'poster.png', { type: file.type });
      const body = { image } as object;
      return settled(events.patchEvent(id, body, undefined, { type: ContentType.FormData }));
    },
    remove: (id) => settled(events.deleteEvent(id)),
  };
}

const { events, tags } = new Api();

export const refused = [
  // @ts-expect-error: an event needs a start and an end.
  () => events.createEvent({ title: 'Chess' }),
  // @ts-expect-error: a term needs a name.
  () => tags.createTag({ description: 'Out in the open' }),
  // @ts-expect-error: a page is a number.
  () => events.listEvents({ page: 'two' }),
];
