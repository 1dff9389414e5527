import type { Values } from './changes';
import {
  type Action,
  type Asked,
  isOurs,
  MUTATION,
  NO_ANSWER,
  NOT_FOUND,
  OF_PUBLISHED,
  QUERY,
  SENDING,
  type Store,
  UNAVAILABLE,
} from './store-actions';

/** The endpoint from which a form begins. */
const LOADING = 'getDocument';

/** The content manager's answer about a record. */
interface Loaded {
  data: Values;
  meta: Values;
}

/** What a change has made of a draft that was loaded before; undefined if that is not known. */
type Outcome = (before: Loaded, locale: unknown) => unknown;

/** Endpoints that answer with the draft, or with what it has become. */
const RETURNING = [...SENDING, 'discardDocument'];

/** The status of a draft after actions that answer otherwise. */
const STATUS_AFTER: Record<string, string> = {
  unpublishDocument: 'draft',
  unpublishManyDocuments: 'draft',
  publishManyDocuments: 'published',
};

function outcomeOf(endpoint: string, { params, data: sent }: Asked, payload: unknown): Outcome {
  const locales = [params?.locale].flat();
  const status = STATUS_AFTER[endpoint];
  if (!status)
    return (_, locale) =>
      RETURNING.includes(endpoint) && locales.includes(locale) ? payload : undefined;
  const replaced = sent?.discardDraft ? (payload as Loaded).data : {};
  return ({ data, meta }, locale) => {
    if (!locales.includes(locale)) return { data, meta };
    const { calendar, readers, availableStatus, ...rest } = meta; // These told of the status before.
    const versions = status === 'draft' ? [] : availableStatus;
    return {
      data: { ...data, ...replaced, publishedAt: null, status },
      meta: { ...rest, availableStatus: versions },
    };
  };
}

/** The outcome of the last change of a record, by its documentId, until it is loaded again. */
const changed = new Map<string, Outcome>();

export function noteOutcome({ type, payload, meta }: Action) {
  const { endpointName = '', originalArgs = {} } = meta?.arg ?? {};
  const { documentId = '', documentIds = [documentId] } = originalArgs;
  if (type === `${QUERY}fulfilled` && endpointName === LOADING) changed.delete(documentId);
  if (type !== `${MUTATION}fulfilled` || !isOurs(originalArgs.model)) return;
  const outcome = outcomeOf(endpointName, originalArgs, payload);
  for (const id of documentIds) changed.set(id, outcome);
}

/**
 * Lets a record that cannot be loaded again, as nobody answers, stay as it was loaded or changed: Strapi loads it after
 * each change, and without a connection an error page replaced its form. A save compares it with the stored one.
 */
export function keepLoaded(action: Action, { getState }: Store): Action {
  const { type, payload, meta } = action;
  const { endpointName, originalArgs = {}, queryCacheKey = '' } = meta?.arg ?? {};
  if (type !== `${QUERY}rejected` || endpointName !== LOADING) return action;
  const { name = '', status = 0 } = (payload ?? {}) as { name?: string; status?: number };
  const isUnknown = NO_ANSWER.includes(name) || status >= UNAVAILABLE;
  const outcome = changed.get(originalArgs.documentId ?? '');
  const { locale, status: version } = originalArgs.params ?? {};
  const before = getState().adminApi.queries[queryCacheKey]?.data as Loaded | undefined;
  const isDraft = version !== 'published';
  const known = before && outcome ? isDraft && outcome(before, locale) : before;
  if (!isUnknown || !known || !isOurs(originalArgs.model)) return action;
  const told = { requestStatus: 'fulfilled', rejectedWithValue: undefined };
  const meant = { ...meta, ...told, fulfilledTimeStamp: Date.now() };
  return { type: `${QUERY}fulfilled`, payload: known, meta: meant };
}

/**
 * What a refused unpublication or discarding has found out: nothing is published. The forms of the record show so, with
 * what they had loaded; loading it again would replace what was typed.
 */
export function foundUnpublished({ type, payload, meta }: Action, { getState }: Store): Action[] {
  const { endpointName = '', originalArgs: asked = {} } = meta?.arg ?? {};
  const { model, documentId, params } = asked;
  const isFound =
    type === `${MUTATION}rejected` &&
    OF_PUBLISHED.includes(endpointName) &&
    (payload as { name?: string } | undefined)?.name === NOT_FOUND;
  if (!isFound || !isOurs(model)) return [];
  const outcome = outcomeOf('unpublishDocument', { params }, undefined);
  return Object.entries(getState().adminApi.queries).flatMap(([queryCacheKey, query]) => {
    const originalArgs = (query?.originalArgs ?? {}) as Asked;
    const isForm = query?.endpointName === LOADING && originalArgs.documentId === documentId;
    if (!isForm || !query?.data || originalArgs.params?.status === 'published') return [];
    const shown = outcome(query.data as Loaded, originalArgs.params?.locale);
    const arg = { endpointName: LOADING, originalArgs, queryCacheKey };
    const told = { requestStatus: 'fulfilled', fulfilledTimeStamp: Date.now() };
    const found = { arg, requestId: query.requestId, ...told };
    return [{ type: `${QUERY}fulfilled`, payload: shown, meta: found }];
  });
}
