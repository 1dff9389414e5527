import { type Client, written } from './contract';
import { fetch, type RequestConfig, type Client as Send } from './generated/.kubb/fetch';
import { createEvent } from './generated/clients/createEvent';
import { createTag } from './generated/clients/createTag';
import { deleteEvent } from './generated/clients/deleteEvent';
import { getEvent } from './generated/clients/getEvent';
import { listEvents } from './generated/clients/listEvents';
import { patchEvent } from './generated/clients/patchEvent';
import { listEventsQueryResponseSchema } from './generated/zod/listEventsSchema';

export function clientOf(baseURL: string, token: string): Client {
  let status = 0;
  let tag = '';
  /** The generated functions answer bodies alone. */
  const client: Send = async (config) => {
    const answer = await fetch(config as RequestConfig);
    status = answer.status;
    tag = answer.headers.get('etag') ?? '';
    return answer as never;
  };
  const auth = { Authorization: `Bearer ${token}` };
  const reading = { client, baseURL, headers: auth };
  const writing = { ...reading, headers: { ...auth, 'Content-Type': 'application/json' } };
  return {
    async list(query) {
      const data = await listEvents(query, undefined, reading);
      const fields = await listEvents({ ...query, _fields: ['total'] }, undefined, reading);
      const { events, total } = listEventsQueryResponseSchema.parse(data);
      return { titles: events.map(({ title }) => title), total, fields };
    },
    async create(event) {
      const data = await createEvent(event, undefined, undefined, writing);
      return written(status, data);
    },
    async tagOf(id) {
      await getEvent(id, undefined, undefined, reading);
      return tag;
    },
    async patch(id, known, change) {
      const data = await patchEvent(id, change, undefined, { 'If-Match': known }, writing);
      return written(status, data);
    },
    async picture(id, file) {
      const form = new FormData();
      form.append('image', file, 'poster.png');
      const sending = { ...reading, data: form };
      const data = await patchEvent(id, {}, undefined, undefined, sending);
      return written(status, data);
    },
    async remove(id) {
      const data = await deleteEvent(id, undefined, undefined, reading);
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
