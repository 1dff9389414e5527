import type { MessageKey } from '../../messages/t';
import { isPostType } from '../../settings/record-types';
import type { DescribedResource } from './context';
import type { Action, RecordKey } from './operations';

/** Status → the codes that it may come with. */
export type Refusals = Record<number, MessageKey[]>;

/** D9.4, D9.8, D10.8: what every operation may answer. */
export const commonRefusals: Refusals = {
  400: ['rest_invalid_param', 'rest_bad_request'],
  401: ['rest_forbidden', 'rest_invalid_credentials'],
  403: ['rest_forbidden'],
  429: ['rest_too_many_requests'],
  500: ['rest_internal_error'],
  503: ['rest_unavailable'],
};

/** D9.8: what is written needs room. */
export const STORED: Refusals = { 507: ['rest_insufficient_storage'] };

/** What may be wrong with a body, before anybody reads what it says. */
export const BODY: Refusals = {
  ...STORED,
  400: ['rest_invalid_json'],
  413: ['rest_body_too_large'],
  415: ['rest_unsupported_media_type'],
};

/** D8.15: a write with a key of its own. */
const REPEATED: Refusals = {
  409: ['rest_idempotency_key_in_use'],
  422: ['rest_idempotency_key_reused'],
};

/** What a new record cannot do without. */
const MISSING: Refusals = { 400: ['rest_missing_callback_param'] };

const IN_TRASH = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const;

const present = (keys: (MessageKey | undefined)[]) => keys.filter((key) => key !== undefined);

/** D4.6: names tell new terms apart; a taken slug gets a suffix, and refuses a change. */
const ofNewTerms = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? {} : { 400: ['term_exists'] };

const ofTerms = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? {} : { 400: ['duplicate_term_slug'] };

/** Posts are deleted once; terms are gone. */
const ofTrash = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? { 410: [IN_TRASH[type]] } : {};

/** What is there to be changed, and as the caller knows it. */
const ofWritten = ({ refusals }: DescribedResource): Refusals => ({
  404: [refusals.notFound],
  412: ['rest_precondition_failed'],
});

/** D9.4: what stands between a caller and a record. */
const ofRecord = ({ refusals }: DescribedResource): Refusals => ({
  403: present([refusals.notAccessible, refusals.noLongerAvailable, refusals.protected]),
  404: [refusals.notFound],
});

const OF_ACTION: Record<Action, (resource: DescribedResource) => Refusals[]> = {
  list: ({ refusals }) => [{ 404: present([refusals.noSuchPage]) }],
  create: (resource) => [BODY, REPEATED, MISSING, ofNewTerms(resource)],
  read: (resource) => [ofRecord(resource)],
  update: (resource) => [BODY, REPEATED, ofTerms(resource), ofWritten(resource)],
  put: (resource) => [BODY, REPEATED, MISSING, ofWritten(resource)],
  delete: (resource) => [STORED, REPEATED, ofWritten(resource), ofTrash(resource)],
};

export function merged(parts: Refusals[]): Refusals {
  const all: Refusals = {};
  for (const [status, codes] of parts.flatMap((part) => Object.entries(part))) {
    if (codes.length > 0) all[Number(status)] = [...(all[Number(status)] ?? []), ...codes];
  }
  return all;
}

/** Spec 7: the refusals of an operation on a resource. */
export function refusalsOf(action: Action, resource: DescribedResource, key?: RecordKey): Refusals {
  const { 404: notFound, ...others } = merged([commonRefusals, ...OF_ACTION[action](resource)]);
  const isMade = action === 'put' && key === 'external_id'; // D4.13: where there is none.
  return notFound && !isMade ? { ...others, 404: notFound } : others;
}

/** D8.14: a cursor holds for 30 days, a database and a caller. */
export const changesRefusals = merged([commonRefusals, { 410: ['rest_cursor_expired'] }]);

/** D8.16: of a batch itself; its operations are refused within its answer. */
export const batchRefusals: Refusals = {
  400: ['rest_invalid_param', 'rest_bad_request', 'rest_invalid_json'],
  ...{ 413: BODY[413] ?? [], 415: BODY[415] ?? [] },
  429: ['rest_too_many_requests'],
};

/** Spec 7: the refusals of the list of routes. */
export const indexRefusals = merged([commonRefusals, { 404: ['rest_invalid_namespace'] }]);
