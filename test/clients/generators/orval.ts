import { createEvent, createTag, deleteEvent, getEvent, listEvents, patchEvent } from './calendar';
import { listEventsResponse } from './calendar.zod';
import { type Client, written } from './contract';

/** Without a setting of its own, this generator names no type where a body may be of several. */
const JSON_TYPE = { 'Content-Type': 'application/json' };

export function clientOf(_: string, token: string): Client {
  const auth = { Authorization: `Bearer ${token}` };
  const headers = { ...auth, ...JSON_TYPE };
  return {
    async list(query) {
      const { data } = await listEvents(query, { headers: auth });
      const { data: fields } = await listEvents({ ...query, _fields: ['total'] });
      const { events, total } = listEventsResponse.parse(data);
      return { titles: events.map(({ title }) => title), total, fields };
    },
    async create(event) {
      const { status, data } = await createEvent(event, undefined, { headers });
      return written(status, data);
    },
    async tagOf(id) {
      const answer = await getEvent(id, undefined, { headers: auth });
      return answer.headers.get('etag') ?? '';
    },
    async patch(id, tag, change) {
      const init = { headers: { ...headers, 'If-Match': tag } };
      const { status, data } = await patchEvent(id, change, undefined, init);
      return written(status, data);
    },
    async picture(id, file) {
      const body = new FormData();
      body.append('image', file, 'poster.png');
      const send = globalThis.fetch;
      globalThis.fetch = (address, init) => send(address, { ...init, body });
      const { status, data } = await patchEvent(id, {}, undefined, { headers: auth }).finally(
        () => {
          globalThis.fetch = send;
        },
      );
      return written(status, data);
    },
    async remove(id) {
      const { status, data } = await deleteEvent(id, undefined, { headers: auth });
      return written(status, data);
    },
  };
}

export const refused = [
  // @ts-expect-error: an event needs a start and an end.
  () => createEvent({ title: 'Chess' }),
  // @ts-expect-error: a term needs a name.
  () => createTag({ description: 'Out in the open' }),
  // @ts-expect-error: a page is a number.
  () => listEvents({ page: 'two' }),
];
