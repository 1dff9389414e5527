import { adminApi } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { Values } from './changes';
import { foundUnpublished, keepLoaded, noteOutcome } from './keep-loaded';
import {
  type Action,
  type Asked,
  isOurs,
  MUTATION,
  NO_ANSWER,
  NOT_FOUND,
  OF_PUBLISHED,
  PUBLISHING,
  QUERY,
  SENDING,
  type Store,
} from './store-actions';

/** A mutation of a record from its form, and its progress. */
export interface Save {
  state: 'pending' | 'fulfilled' | 'rejected';
  /** Whether it submits the form, as opposed to another action on the record. */
  sends: boolean;
  /** Whether it publishes: what it sends, or the stored draft. */
  publishes: boolean;
  /** Whether it discards the draft's changes, as unpublishing may. */
  discards: boolean;
  model: string;
  documentId?: string;
  /** The fields that it sends. */
  data: Values;
  /** The stored record, if fulfilled. */
  document?: Values;
  /** The response status, if rejected. */
  status?: unknown;
}

type Next = (action: Action) => unknown;

const FAILED = [`${MUTATION}rejected`, `${QUERY}rejected`];
const PATCH = 'adminApi/queries/queryResultPatched';

/** Whether the action is a cache patch of one of our records, which Strapi dispatches only for saves. */
function isOptimisticUpdate({ type, payload }: Action): boolean {
  if (type !== PATCH) return false;
  const { queryCacheKey } = payload as { queryCacheKey: string };
  return (
    queryCacheKey.startsWith('getDocument(') && queryCacheKey.includes('"model":"plugin::calendar.')
  );
}

/** Strapi's untranslated message for a missing permission. */
const FORBIDDEN = 'Forbidden';

/** Strapi's untranslated message for a moment that is not one: from our inputs, an unfinished one. */
const NO_MOMENT = 'Invalid format, expected a timestamp or an ISO date';

/**
 * Replaces the English messages of broken connections, proxy pages, deleted records, missing permissions and
 * unfinished moments by translation keys. Strapi looks translations up by message; the error is mutated because the
 * caller holds the same object.
 */
function translateErrors({ type, payload, meta }: Action) {
  if (!FAILED.includes(type) || !isOurs(meta?.arg?.originalArgs?.model)) return;
  const error = payload as { name?: string; message?: string } | undefined;
  if (!error) return;
  if (error.name === NOT_FOUND)
    error.message = OF_PUBLISHED.includes(meta?.arg?.endpointName ?? '') ? 'unpublished' : 'gone';
  if (type !== `${MUTATION}rejected`) return;
  if (NO_ANSWER.includes(error.name ?? '')) error.message = 'unanswered';
  else if (error.message === FORBIDDEN) error.message = 'forbidden';
  else if (error.message === NO_MOMENT) error.message = 'unfinished';
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
  const { model = '', documentIds, data: asked = {} } = originalArgs ?? {};
  const documentId =
    originalArgs?.documentId ?? (documentIds?.length === 1 ? documentIds[0] : undefined);
  if (!type.startsWith(MUTATION) || !isOurs(model)) return;
  const state = type.slice(MUTATION.length) as Save['state'];
  const { data, status } = (payload ?? {}) as { data?: Values; status?: unknown };
  const sends = SENDING.includes(endpointName);
  const document = state === 'fulfilled' && sends ? data : undefined;
  const publishes = [PUBLISHING, 'publishManyDocuments'].includes(endpointName);
  const discards = endpointName === 'discardDocument' || Boolean(asked.discardDraft);
  const record = { model, documentId, data: asked, document };
  const save = { state, status, sends, publishes, discards, ...record };
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
  noteOutcome(action);
  const result = next(keepLoaded(action, store));
  for (const found of foundUnpublished(action, store)) next(found);
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
