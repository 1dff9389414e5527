import { adminApi } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { Values } from './changes';

/** A mutation of a record from its form, and its progress. */
export interface Save {
  state: 'pending' | 'fulfilled' | 'rejected';
  /** Whether it submits the form, as opposed to another action on the record. */
  sends: boolean;
  /** Whether it publishes what it sends. */
  publishes: boolean;
  model: string;
  documentId?: string;
  /** The names of the fields that it sends. */
  fields: string[];
  /** The stored record, if fulfilled. */
  document?: Values;
  /** The response status, if rejected. */
  status?: unknown;
}

/** The parts used here of an endpoint's arguments. */
interface Asked {
  model?: string;
  documentId?: string;
  /** Instead of one, by an action on several languages or records. */
  documentIds?: string[];
  params?: { locale?: unknown; status?: unknown };
  data?: Values;
}

/** The parts used here of a Redux action of a query or a mutation. */
interface Action {
  type: string;
  payload?: unknown;
  meta?: {
    arg?: {
      endpointName?: string;
      originalArgs?: Asked;
      queryCacheKey?: string;
    };
  };
}

/** The part used here of the admin's store. */
interface Store {
  getState(): { adminApi: { queries: Record<string, { data?: unknown } | undefined> } };
}

type Next = (action: Action) => unknown;

const MUTATION = 'adminApi/executeMutation/';
const QUERY = 'adminApi/executeQuery/';
const FAILED = [`${MUTATION}rejected`, `${QUERY}rejected`];
const PATCH = 'adminApi/queries/queryResultPatched';

const PUBLISHING = 'publishDocument';

const SENDING = ['createDocument', 'cloneDocument', 'updateDocument', PUBLISHING];

export const isOurs = (model = '') => model.startsWith('plugin::calendar.');

/** Whether the action is a cache patch of one of our records, which Strapi dispatches only for saves. */
function isOptimisticUpdate({ type, payload }: Action): boolean {
  if (type !== PATCH) return false;
  const { queryCacheKey } = payload as { queryCacheKey: string };
  return (
    queryCacheKey.startsWith('getDocument(') && queryCacheKey.includes('"model":"plugin::calendar.')
  );
}

/** Error names of the browser and of Strapi's client for a missing answer, or one not from the calendar. */
const NO_ANSWER = ['TypeError', 'SyntaxError', 'UnknownError'];

/** Strapi's untranslated message for a missing permission. */
const FORBIDDEN = 'Forbidden';

/** Strapi's untranslated message for a moment that is not one: from our inputs, an unfinished one. */
const NO_MOMENT = 'Invalid format, expected a timestamp or an ISO date';

/** Strapi's error name for a record that does not exist, with one of several untranslated messages. */
const NOT_FOUND = 'NotFoundError';

/**
 * Replaces the English messages of broken connections, proxy pages, deleted records, missing permissions and
 * unfinished moments by translation keys. Strapi looks translations up by message; the error is mutated because the
 * caller holds the same object.
 */
function translateErrors({ type, payload, meta }: Action) {
  if (!FAILED.includes(type) || !isOurs(meta?.arg?.originalArgs?.model)) return;
  const error = payload as { name?: string; message?: string } | undefined;
  if (!error) return;
  if (error.name === NOT_FOUND) error.message = 'gone';
  if (type !== `${MUTATION}rejected`) return;
  if (NO_ANSWER.includes(error.name ?? '')) error.message = 'unanswered';
  else if (error.message === FORBIDDEN) error.message = 'forbidden';
  else if (error.message === NO_MOMENT) error.message = 'unfinished';
}

/** The endpoint from which a form begins. */
const LOADING = 'getDocument';

/** The lowest status of an answer that says nothing about the record. */
const UNAVAILABLE = 500;

/** What the last change of a record returned, until it is loaded again; without an answer if that is not its draft. */
const changed = new Map<string, { locale: unknown; answer?: unknown }>();

function noteAnswer({ type, payload, meta }: Action) {
  const { endpointName = '', originalArgs = {} } = meta?.arg ?? {};
  const { documentId = '', documentIds = [documentId], params } = originalArgs;
  if (type === `${QUERY}fulfilled` && endpointName === LOADING) changed.delete(documentId);
  if (type !== `${MUTATION}fulfilled` || !isOurs(originalArgs.model)) return;
  const answer = SENDING.includes(endpointName) ? payload : undefined;
  for (const id of documentIds) changed.set(id, { locale: params?.locale, answer });
}

/**
 * Lets a record that cannot be loaded again, as nobody answers, stay as it was loaded or saved: Strapi loads it after
 * each change, and without a connection an error page replaced its form. A save compares it with the stored one.
 */
function keepLoaded(action: Action, { getState }: Store): Action {
  const { type, payload, meta } = action;
  const { endpointName, originalArgs = {}, queryCacheKey = '' } = meta?.arg ?? {};
  if (type !== `${QUERY}rejected` || endpointName !== LOADING) return action;
  const { name = '', status = 0 } = (payload ?? {}) as { name?: string; status?: number };
  const isUnknown = NO_ANSWER.includes(name) || status >= UNAVAILABLE;
  const since = changed.get(originalArgs.documentId ?? '');
  const { locale, status: version } = originalArgs.params ?? {};
  const isSaved = since?.locale === locale && version !== 'published';
  const loaded = getState().adminApi.queries[queryCacheKey]?.data;
  const known = since && loaded ? isSaved && since.answer : loaded;
  if (!isUnknown || !known || !isOurs(originalArgs.model)) return action;
  const told = { requestStatus: 'fulfilled', rejectedWithValue: undefined };
  const meant = { ...meta, ...told, fulfilledTimeStamp: Date.now() };
  return { type: `${QUERY}fulfilled`, payload: known, meta: meant };
}

interface Endpoint {
  invalidatesTags?: (result: unknown, error: unknown, asked: Asked) => unknown[];
}

/** Endpoints that change a record which exists. */
const CHANGING = [
  ...(['updateDocument', PUBLISHING, 'unpublishDocument', 'discardDocument'] as const),
  ...(['publishManyDocuments', 'unpublishManyDocuments'] as const),
];

/** Makes Strapi load only lists again after a change that failed. */
function keepForm(endpoint: Endpoint) {
  const { invalidatesTags } = endpoint;
  if (!invalidatesTags) return;
  endpoint.invalidatesTags = (result, error, asked) =>
    error && isOurs(asked.model)
      ? [{ type: 'Document', id: `${asked.model}_LIST` }]
      : invalidatesTags(result, error, asked);
}

let isKeeping = false;

/**
 * Strapi loads a record again after a change that failed, too. If it was deleted, an error page replaced its form, and
 * if somebody else had saved it meanwhile, their version did: what was typed was lost. The check before the next save
 * tells of both. Call after the content manager's module has loaded, which would overwrite its endpoints.
 */
export function keepFormsOfFailed() {
  if (isKeeping) return;
  isKeeping = true;
  const endpoints = Object.fromEntries(CHANGING.map((name) => [name, keepForm]));
  adminApi.enhanceEndpoints({ endpoints });
}

const listeners = new Set<(save: Save) => void>();

function notify({ type, payload, meta }: Action) {
  const { endpointName = '', originalArgs } = meta?.arg ?? {};
  const { model = '', documentIds, data: sent = {} } = originalArgs ?? {};
  const documentId =
    originalArgs?.documentId ?? (documentIds?.length === 1 ? documentIds[0] : undefined);
  if (!type.startsWith(MUTATION) || !isOurs(model)) return;
  const state = type.slice(MUTATION.length) as Save['state'];
  const { data, status } = (payload ?? {}) as { data?: Values; status?: unknown };
  const sends = SENDING.includes(endpointName);
  const document = state === 'fulfilled' && sends ? data : undefined;
  const publishes = endpointName === PUBLISHING;
  const fields = Object.keys(sent);
  const save = { state, sends, publishes, model, documentId, fields, document, status };
  for (const listener of listeners) listener(save);
}

/**
 * A middleware of the admin's store. Strapi updates its cache optimistically and rolls back when the server
 * refuses: the form is reset, losing the edits and the prompt before unsaved changes are left
 * (strapi/strapi#22646). Ours show what is stored, and forms are told of each save.
 */
export const blockOptimisticUpdates = () => (store: Store) => (next: Next) => (action: Action) => {
  if (isOptimisticUpdate(action)) return action;
  translateErrors(action);
  noteAnswer(action);
  const result = next(keepLoaded(action, store));
  notify(action);
  return result;
};

/**
 * The documentId of the record that a form saves. The form of a copy is given the original's, and saves a new record.
 */
export const useOwnId = (documentId?: string) => (useParams().origin ? undefined : documentId);

/** Calls `listen` for each mutation of one record, from the first render on. */
export function useSaves(
  { model, documentId: shown }: { model: string; documentId?: string },
  listen: (save: Save) => void,
) {
  const documentId = useOwnId(shown);
  const latest = useRef(listen);
  latest.current = listen;
  useEffect(() => {
    const listener = (save: Save) => {
      if (save.model === model && save.documentId === documentId) latest.current(save);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [model, documentId]);
}
