import { createClient } from './client';
import { type Client, written } from './contract';
import { createEvent, createTag, deleteEvent, getEvent, listEvents, patchEvent } from './sdk.gen';
import { zEventList } from './zod.gen';

export function clientOf(baseUrl: string, token: string): Client {
  const client = createClient({ baseUrl, auth: token });
  return {
    async list(query) {
      const { data } = await listEvents({ client, query, throwOnError: true });
      const sparse = { ...query, _fields: ['total'] };
      const { data: fields } = await listEvents({ client, query: sparse, throwOnError: true });
      const { events, total } = zEventList.parse(data);
      return { titles: events.map(({ title }) => title), total, fields };
    },
    async create(body) {
      const { data, error, response } = await createEvent({ client, body });
      return written(response?.status ?? 0, data ?? error);
    },
    async tagOf(id) {
      const { response } = await getEvent({ client, path: { id } });
      return response?.headers.get('etag') ?? '';
    },
    async patch(id, tag, body) {
      const headers = { 'If-Match': tag };
      const { data, error, response } = await patchEvent({ client, path: { id }, headers, body });
      return written(response?.status ?? 0, data ?? error);
    },
    async picture(id, file) {
      const form = new FormData();
      form.append('image', file, 'poster.png');
      const { data, error, response } = await patchEvent({
        client,
        path: { id },
        body: {},
        bodySerializer: () => form,
        headers: { 'Content-Type': null },
      });
      return written(response?.status ?? 0, data ?? error);
    },
    async remove(id) {
      const { data, error, response } = await deleteEvent({ client, path: { id } });
      return written(response?.status ?? 0, data ?? error);
    },
  };
}

export const refused = [
  // @ts-expect-error: an event needs a start and an end.
  () => createEvent({ body: { title: 'Chess' } }),
  // @ts-expect-error: a term needs a name.
  () => createTag({ body: { description: 'Out in the open' } }),
  // @ts-expect-error: a page is a number.
  () => listEvents({ query: { page: 'two' } }),
];
