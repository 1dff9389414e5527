import { randomUUID } from 'node:crypto';
import { apiToken, bearer } from '../callers';
import { type Answer, api, send } from '../http';
import { setTrash } from '../matrix';
import type { Stored } from '../records';
import type { Documented } from './operations';
import { BUILD, fieldValues, NAME, type Named } from './values';

type Headers = Record<string, string>;

/** The means for provoking an error. */
export interface Scene {
  full: Headers;
  one: Named;
}

/** The path of the operation for a record; without one, for a record that does not exist. */
export const addressed = ({ path }: Documented, record?: Stored): string =>
  api(
    path
      .replace('{id}', String(record?.public_id ?? 999_999))
      .replace('{delivery}', String(record?.delivery ?? 999_999))
      .replace('{slug}', String(record?.slug ?? 'nowhere'))
      .replace('{external_id}', String(record?.external_id ?? 'nowhere'))
      .replace(/^\/$/, ''),
  );

/** A valid request body. */
export const bodyOf = ({ method, path, resource }: Documented, one: Named): object | undefined => {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const values = fieldValues[resource]?.(one) ?? {};
  const name = NAME[resource] ?? '';
  if (path !== `/${resource}` || resource !== 'events') return { [name]: values[name] };
  return { title: values.title, start_date: values.start_date, end_date: values.end_date };
};

type Way = (operation: Documented, scene: Scene) => Promise<Answer>;

const recordOf = ({ resource }: Documented, { one }: Scene) =>
  one[resource as 'events'] as Stored | undefined;

interface Asking {
  record?: Stored;
  query?: string;
  headers?: Headers;
  body?: unknown;
}

/** Sends the operation's valid request with some parts replaced. */
function ask(operation: Documented, scene: Scene, asking: Asking): Promise<Answer> {
  const record = 'record' in asking ? asking.record : recordOf(operation, scene);
  const body = 'body' in asking ? asking.body : bodyOf(operation, scene.one);
  const headers = { ...(asking.headers ?? scene.full) };
  return send(operation.method, addressed(operation, record) + (asking.query ?? ''), body, headers);
}

const asking =
  (given: Asking): Way =>
  (operation, scene) =>
    ask(operation, scene, given);

/** With a token that has another permission. */
const withoutRight: Way = async (operation, scene) => {
  const other = operation.resource === 'tags' ? 'venue.find' : 'tag.find';
  return ask(operation, scene, { headers: bearer(await apiToken('custom', [other])) });
};

/** An anonymous request for a record in a state. */
const ofRecord =
  (data: object, publish = true): Way =>
  async (operation, scene) => {
    const record = await BUILD[operation.resource]?.({ ...data }, { publish });
    return ask(operation, scene, { record, headers: {} });
  };

const ofTrashed =
  (headers?: Headers): Way =>
  async (operation, scene) => {
    const record = await BUILD[operation.resource]?.();
    const type = operation.resource.slice(0, -1) as 'event';
    await setTrash(record?.public_id ?? 0, new Date(), type);
    return ask(operation, scene, { record, headers });
  };

/** With the name or slug of another term. */
const ofTaken =
  (field: 'name' | 'slug'): Way =>
  async (operation, scene) => {
    const taken = await BUILD[operation.resource]?.({ name: `Taken ${operation.name}` });
    const body = { ...bodyOf(operation, scene.one), [field]: taken?.[field] };
    return ask(operation, scene, { body });
  };

/** A request to create a record, with an empty body. */
const ofNothing: Way = (operation, scene) => {
  const headers = { ...scene.full, ...(operation.method === 'PUT' && { 'if-none-match': '*' }) };
  return ask(operation, scene, { record: undefined, headers, body: {} });
};

/** With the idempotency key of another write. */
const withUsedKey: Way = async (operation, scene) => {
  const headers = { ...scene.full, 'idempotency-key': randomUUID() };
  await send('POST', api('/tags'), { name: randomUUID() }, headers);
  return ask(operation, scene, { headers });
};

const BROKEN: Headers = { 'content-type': 'application/json' };
const TEXT: Headers = { 'content-type': 'text/plain' };
const withType =
  (type: Headers, body: string): Way =>
  (operation, scene) =>
    ask(operation, scene, { body, headers: { ...scene.full, ...type } });

const POSTS = ['event', 'venue', 'organizer'];
const ALL = [...POSTS, 'category', 'tag', 'feed', 'webhook'];
const each = (types: string[], code: (type: string) => string, way: Way) =>
  Object.fromEntries(types.map((type) => [code(type), way]));

/** How to provoke each documented error, by `status code`. */
export const WAYS: Record<string, Way> = {
  '400 rest_invalid_param': asking({ query: '?i18n_language=de' }),
  '400 rest_bad_request': asking({ query: `?${'a&'.repeat(10_001)}` }),
  '400 rest_invalid_json': withType(BROKEN, '{'),
  '400 rest_missing_callback_param': ofNothing,
  '400 term_exists': ofTaken('name'),
  '400 duplicate_term_slug': ofTaken('slug'),
  '401 rest_invalid_credentials': asking({ headers: bearer('wrong') }),
  '403 rest_forbidden': withoutRight,
  ...each(POSTS, (type) => `403 ${type}-not-accessible`, ofRecord({}, false)),
  '403 event-no-longer-available': ofTrashed({}),
  '403 event-password-protected': ofRecord({ password: 'open' }),
  '404 rest_invalid_namespace': asking({ query: '?namespace=wp/v2' }),
  ...each(ALL, (type) => `404 rest-${type}-not-found`, asking({ record: undefined })),
  '404 rest-delivery-not-found': (operation, scene) =>
    ask(operation, scene, { record: { ...scene.one.webhooks, delivery: 999_999 } }),
  ...each(POSTS, (type) => `404 ${type}-archive-page-not-found`, asking({ query: '?page=999' })),
  ...each(POSTS, (type) => `410 ${type}-is-in-trash`, ofTrashed()),
  '410 rest_cursor_expired': asking({ query: '?since=another.0.0.rights' }),
  '422 rest_idempotency_key_reused': withUsedKey,
  '412 rest_precondition_failed': (operation, scene) =>
    ask(operation, scene, { headers: { ...scene.full, 'if-match': '"another"' } }),
  '413 rest_body_too_large': withType(BROKEN, 'x'.repeat(2 * 1024 * 1024)),
  '415 rest_unsupported_media_type': withType(TEXT, 'title=A'),
};

/** For errors that depend on the moment rather than the request. */
export const anyhow = asking({});
export const withKey =
  (key: string): Way =>
  (operation, scene) =>
    ask(operation, scene, { headers: { ...scene.full, 'idempotency-key': key } });
export const anonymously = asking({ headers: {} });
export const afresh: Way = async (operation, scene) =>
  ask(operation, scene, { record: await BUILD[operation.resource]?.() });
