import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from './admin';
import { apiToken, bearer } from './callers';
import { type Answer, api, send } from './http';

type Data = Record<string, unknown>;

export interface Saved extends Data {
  documentId: string;
  public_id: number;
}

/** A refused save, as reported to the caller. */
export interface Refused {
  status: number;
  fields: string[];
}

/**
 * One way to write records. `create`, `update` and `clone` return the draft's row; a refused write
 * throws a `Refused`.
 */
export interface Door {
  name: string;
  create(type: RecordType, data: Data, locale?: string): Promise<Saved>;
  update(type: RecordType, id: string, data: Data, locale?: string): Promise<Saved>;
  publish(type: RecordType, id: string, locale?: string): Promise<unknown>;
  unpublish(type: RecordType, id: string, locale?: string): Promise<unknown>;
  discard(type: RecordType, id: string, locale?: string): Promise<unknown>;
  clone(type: RecordType, id: string, data: Data, locale?: string): Promise<Saved>;
  remove(type: RecordType, id: string, locale?: string): Promise<unknown>;
}

interface Fault {
  details?: { errors?: { path: string[] }[] };
  name?: string;
}

const fieldsOf = ({ details }: Fault) => (details?.errors ?? []).map(({ path }) => path.join('.'));

function accepted({ status, body }: Answer) {
  if (status >= 400) throw { status, fields: fieldsOf(body?.error ?? {}) } satisfies Refused;
  return body?.data ?? body;
}

const address = (type: RecordType, rest: string, locale: string) =>
  `/content-manager/collection-types/${uidOf(type)}${rest}?locale=${locale}`;

/** The content manager's HTTP API, as the admin panel uses it. */
export const adminDoor: Door = {
  name: "the admin's HTTP API",
  create: async (type, data, locale = 'en') =>
    accepted(await admin('POST', address(type, '', locale), data)),
  update: async (type, id, data, locale = 'en') =>
    accepted(await admin('PUT', address(type, `/${id}`, locale), data)),
  publish: async (type, id, locale = 'en') =>
    accepted(await admin('POST', address(type, `/${id}/actions/publish`, locale), {})),
  unpublish: async (type, id, locale = 'en') =>
    accepted(await admin('POST', address(type, `/${id}/actions/unpublish`, locale), {})),
  discard: async (type, id, locale = 'en') =>
    accepted(await admin('POST', address(type, `/${id}/actions/discard`, locale), {})),
  clone: async (type, id, data, locale = 'en') =>
    accepted(await admin('POST', address(type, `/clone/${id}`, locale), data)),
  remove: async (type, id, locale = 'en') =>
    accepted(await admin('DELETE', address(type, `/${id}`, locale))),
};

const refuse = (fault: Fault) => {
  throw { status: fault.name === 'ValidationError' ? 400 : 500, fields: fieldsOf(fault) };
};

// biome-ignore lint/suspicious/noExplicitAny: Strapi types documents per content type.
const documents = (type: RecordType): any => strapi.documents(uidOf(type));

/** Strapi's Document Service, as code of a host uses it. */
const codeDoor: Door = {
  name: 'code',
  create: (type, data, locale = 'en') => documents(type).create({ data, locale }).catch(refuse),
  update: (type, documentId, data, locale = 'en') =>
    documents(type).update({ documentId, data, locale }).catch(refuse),
  publish: (type, documentId, locale = 'en') =>
    documents(type).publish({ documentId, locale }).catch(refuse),
  unpublish: (type, documentId, locale = 'en') =>
    documents(type).unpublish({ documentId, locale }).catch(refuse),
  discard: (type, documentId, locale = 'en') =>
    documents(type).discardDraft({ documentId, locale }).catch(refuse),
  clone: async (type, documentId, data, locale = 'en') =>
    (await documents(type).clone({ documentId, data, locale }).catch(refuse)).entries[0],
  remove: (type, documentId, locale = 'en') =>
    documents(type).delete({ documentId, locale }).catch(refuse),
};

export const doors: [string, Door][] = [adminDoor, codeDoor].map((door) => [door.name, door]);

const PATHS = { event: 'events', venue: 'venues', organizer: 'organizers' } as Record<
  string,
  string
>;

const paramsOf = ({ status, body }: Answer) => {
  if (status < 400) return body;
  throw { status, fields: Object.keys(body?.data?.params ?? {}) } satisfies Refused;
};

let key: Promise<string> | undefined;

/** Sends a request to the interface with a full-access token, which is created on demand and after it was deleted. */
async function ask(method: string, type: RecordType, rest: string, locale: string, data?: Data) {
  key ??= apiToken('full-access');
  const answer = await send(method, api(`/${PATHS[type]}${rest}`, locale), data, bearer(await key));
  return paramsOf(answer);
}

const draftOf = async (type: RecordType, id: string, locale: string): Promise<Saved> =>
  strapi.db.query(uidOf(type)).findOne({ where: { documentId: id, locale, publishedAt: null } });

const publicId = async (type: RecordType, id: string): Promise<number> =>
  (await strapi.db.query(uidOf(type)).findOne({ where: { documentId: id } })).public_id;

/** The REST interface, as far as it can do the same; it creates drafts. */
export const interfaceDoor: Omit<Door, 'discard' | 'clone'> = {
  name: 'the interface',
  async create(type, data, locale = 'en') {
    const { id } = await ask('POST', type, '', locale, { status: 'draft', ...data });
    const where = { public_id: id, locale };
    return strapi.db.query(uidOf(type)).findOne({ where });
  },
  async update(type, id, { trashed_at, ...data }, locale = 'en') {
    const rest = `/${await publicId(type, id)}`;
    if (trashed_at) await ask('DELETE', type, rest, locale);
    else await ask('PATCH', type, rest, locale, trashed_at === null ? { status: 'publish' } : data);
    return draftOf(type, id, locale);
  },
  publish: async (type, id, locale = 'en') =>
    ask('PATCH', type, `/${await publicId(type, id)}`, locale, { status: 'publish' }),
  unpublish: async (type, id, locale = 'en') =>
    ask('PATCH', type, `/${await publicId(type, id)}`, locale, { status: 'draft' }),
  remove: async (type, id, locale = 'en') =>
    ask('DELETE', type, `/${await publicId(type, id)}`, locale),
};

/** Every door, for rules about operations that all of them have. */
export const allDoors: [string, Omit<Door, 'discard' | 'clone'>][] = [
  ...doors,
  [interfaceDoor.name, interfaceDoor],
];

/** Emptying the calendar before each file deletes the tokens. */
beforeAll(() => {
  key = undefined;
});

/** The times required by every event. */
export const someTimes = {
  start_date: '2027-05-01 18:00:00',
  end_date: '2027-05-01 20:00:00',
  timezone: 'Europe/Paris',
};
