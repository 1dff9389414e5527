import { z } from 'zod';
import { CostDetails } from '../kinds/cost';
import { DateDetails } from '../kinds/dates/wall-time';
import { jsonSchemas } from '../kinds/kind';
import { ErrorPayload } from '../messages/errors';
import { ProblemPayload } from '../messages/problem';
import { LANGUAGES } from '../settings/languages';
import { RECORD_TYPES } from '../settings/record-types';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATES,
  MESSAGE_TYPES,
  SWITCHED_OFF,
} from '../settings/webhooks';
import { Event } from './event/payload';
import {
  anyObject,
  Image,
  ImageSize,
  integer,
  Organizer,
  Term,
  text,
  uri,
  Venue,
  withFeedUrl,
} from './shared/payloads';
import { WebhookMessage, WebhookRecord, WebhookTestMessage } from './webhooks';

/** The pagination of a list; URLs of neighbouring pages only if they exist. */
export const Paged = z.object({
  rest_url: uri,
  next_rest_url: uri.optional(),
  previous_rest_url: uri.optional(),
  total: integer,
  total_pages: integer,
});
export type Paged = z.infer<typeof Paged>;

/** Spec 4: the envelope of a list. */
const envelope = (key: string, items: z.ZodType) =>
  z.object({ [key]: z.array(items), ...Paged.shape });

/** D8.14: a changed record. `deleted`: no list of this caller contains it any more, for whatever reason. */
export const Change = z.object({
  id: integer,
  type: z.enum(RECORD_TYPES),
  revision: integer,
  languages: z.array(z.enum(LANGUAGES)),
  deleted: z.literal(true).optional(),
});
export type Change = z.infer<typeof Change>;

/** A page of changes and the cursor to continue with; `next_rest_url` only if there are more changes already. */
export const Changes = z.object({
  changes: z.array(Change),
  cursor: z.string(),
  next_rest_url: uri.optional(),
});
export type Changes = z.infer<typeof Changes>;

/** D14.7: a personal feed of the caller. `key` and `addresses` are only in the answer to its creation. */
export const Feed = z.object({
  id: integer,
  name: text,
  created: z.iso.datetime(),
  key: text.optional(),
  addresses: z.object({ ics: uri, rss: uri, jsonfeed: uri }).optional(),
});
export type Feed = z.infer<typeof Feed>;

const Feeds = z.object({ feeds: z.array(Feed) });

const moment = z.union([z.iso.datetime(), z.null()]);

/** D17.7: a webhook. `secret` is only in the answer that generated it. */
export const Webhook = z.object({
  id: integer,
  name: text,
  url: uri,
  types: z.array(z.enum(MESSAGE_TYPES)),
  enabled: z.boolean(),
  switched_off: z.union([z.enum(SWITCHED_OFF), z.null()]),
  switched_off_at: moment,
  created: z.iso.datetime(),
  last_delivered: moment,
  pending: integer,
  paused_until: moment,
  previous_secret_until: moment,
  secret: text.optional(),
});
export type Webhook = z.infer<typeof Webhook>;

const Webhooks = z.object({ webhooks: z.array(Webhook) });

/** D17.6: the delivery of a message to a webhook. `duration` is in milliseconds. */
export const Delivery = z.object({
  id: integer,
  message: text,
  type: z.enum(MESSAGE_TYPES),
  record: z.object({ type: z.enum(RECORD_TYPES), id: integer }),
  status: z.enum(DELIVERY_STATES),
  attempts: integer,
  created: z.iso.datetime(),
  last_attempt: moment,
  next_attempt: moment,
  response_status: z.union([integer, z.null()]),
  error: z.union([z.enum(DELIVERY_ERRORS), z.null()]),
  duration: z.union([integer, z.null()]),
});
export type Delivery = z.infer<typeof Delivery>;

export const Deliveries = z.object({
  deliveries: z.array(Delivery),
  total: integer,
  total_pages: integer,
});
export type Deliveries = z.infer<typeof Deliveries>;

/** The result of a test message to a webhook. `duration` is in milliseconds. */
export const WebhookTest = z.object({
  delivered: z.boolean(),
  response_status: z.union([integer, z.null()]),
  error: z.union([z.enum(DELIVERY_ERRORS), z.null()]),
  duration: integer,
});
export type WebhookTest = z.infer<typeof WebhookTest>;

/** D8.16: maximum operations of a batch. */
export const MAX_BATCHED = 100;

export const BATCH_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** D8.15: the header with the idempotency key of a write. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The headers that are allowed in an operation of a batch. */
export const BATCH_HEADERS = ['If-Match', 'If-None-Match', IDEMPOTENCY_KEY, 'Prefer'] as const;

const header = z
  .string()
  .regex(/^[\x20-\x7e]*$/)
  .max(8192)
  .optional();

/** An operation of a batch, equivalent to a request of its own. */
export const BatchRequest = z.strictObject({
  method: z.enum(BATCH_METHODS),
  path: z.string(),
  headers: z
    .strictObject({
      ...{ 'If-Match': header, 'If-None-Match': header, [IDEMPOTENCY_KEY]: header },
      Prefer: header,
    })
    .nullish(),
  body: anyObject.nullish(),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

export const BatchRequests = z.object({
  requests: z.array(BatchRequest).min(1).max(MAX_BATCHED),
});

/** The answer to an operation; `body` is null if there is none, and a text if it is not JSON. */
export const BatchAnswer = z.object({
  status: integer,
  headers: z.record(text, text),
  body: z.union([anyObject, text, z.null()]),
});
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/** The answers, in the order of the operations. */
export const Batch = z.object({ responses: z.array(BatchAnswer) });
export type Batch = z.infer<typeof Batch>;

const link = z.array(z.object({ href: uri }));

/** Methods with the same arguments, each of which is described by a JSON Schema. */
export const Endpoint = z.object({ methods: z.array(text), args: z.record(text, anyObject) });
export type Endpoint = z.infer<typeof Endpoint>;

export const Route = z.object({
  namespace: text,
  methods: z.array(text),
  endpoints: z.array(Endpoint),
  _links: z.object({ self: link }).optional(),
});
export type Route = z.infer<typeof Route>;

/** Spec 4.1 `GET /`. */
export const Routes = z.object({
  namespace: text,
  routes: z.record(text, Route),
  _links: z.object({ up: link }),
});
export type Routes = z.infer<typeof Routes>;

/** The JSON Schemas of all payloads, by the names used in the OpenAPI document. */
export const PAYLOADS = jsonSchemas({
  ImageSize,
  CostDetails,
  Term,
  Image,
  DateDetails,
  Event,
  Venue,
  Organizer,
  EventList: envelope('events', Event).extend(withFeedUrl),
  VenueList: envelope('venues', Venue),
  OrganizerList: envelope('organizers', Organizer),
  CategoryList: envelope('categories', Term),
  TagList: envelope('tags', Term),
  Change,
  Changes,
  Feed,
  Feeds,
  Webhook,
  Webhooks,
  WebhookTest,
  WebhookRecord,
  WebhookMessage,
  WebhookTestMessage,
  Delivery,
  Deliveries,
  BatchRequest,
  BatchRequests,
  BatchAnswer,
  Batch,
  Endpoint,
  Route,
  Routes,
  Error: ErrorPayload,
  Problem: ProblemPayload,
});
