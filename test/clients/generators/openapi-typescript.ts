import createClient from 'openapi-fetch';
import type { paths } from './calendar';
import { type Client, written } from './contract';

export function clientOf(baseUrl: string, token: string): Client {
  const calendar = createClient<paths, 'application/json'>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
  });
  return {
    async list(query) {
      const { data } = await calendar.GET('/events', { params: { query } });
      const { data: fields } = await calendar.GET('/events', {
        params: { query: { ...query, _fields: ['total'] } },
      });
      if (!data) throw new Error('refused');
      return { titles: data.events.map(({ title }) => title), total: data.total, fields };
    },
    async create(body) {
      const { data, error, response } = await calendar.POST('/events', { body });
      return written(response.status, data ?? error);
    },
    async tagOf(id) {
      const { response } = await calendar.GET('/events/{id}', { params: { path: { id } } });
      return response.headers.get('etag') ?? '';
    },
    async patch(id, tag, body) {
      const params = { path: { id }, header: { 'If-Match': tag } };
      const { data, error, response } = await calendar.PATCH('/events/{id}', { params, body });
      return written(response.status, data ?? error);
    },
    async picture(id, file) {
      const form = new FormData();
      form.append('image', file, 'poster.png');
      const { data, error, response } = await calendar.PATCH('/events/{id}', {
        params: { path: { id } },
        body: {},
        bodySerializer: () => form,
      });
      return written(response.status, data ?? error);
    },
    async remove(id) {
      const { data, error, response } = await calendar.DELETE('/events/{id}', {
        params: { path: { id } },
      });
      return written(response.status, data ?? error);
    },
  };
}

const calendar = createClient<paths>();

export const refused = [
  // @ts-expect-error: an event needs a start and an end.
  () => calendar.POST('/events', { body: { title: 'Chess' } }),
  // @ts-expect-error: a term needs a name.
  () => calendar.POST('/tags', { body: { description: 'Out in the open' } }),
  // @ts-expect-error: a page is a number.
  () => calendar.GET('/events', { params: { query: { page: 'two' } } }),
];
