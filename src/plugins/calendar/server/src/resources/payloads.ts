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

/** What a list says of its own pages; neighbours only where there are any. */
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

/** D8.14: a record that has changed; it stands in no list of this caller's where it is deleted. */
export const Change = z.object({
  id: integer,
  type: z.enum(RECORD_TYPES),
  revision: integer,
  languages: z.array(z.enum(LANGUAGES)),
  deleted: z.literal(true).optional(),
});
export type Change = z.infer<typeof Change>;

/** A page of them, and from where to go on; the address only where there are more by now. */
export const Changes = z.object({
  changes: z.array(Change),
  cursor: z.string(),
  next_rest_url: uri.optional(),
});
export type Changes = z.infer<typeof Changes>;

/** D14.7: one of the caller's personal feeds; its key and addresses are told once, when it is made. */
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

/** D17.7: where messages are sent; its secret is told once, when it is made. */
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
  previous_secret_until: moment,
  secret: text.optional(),
});
export type Webhook = z.infer<typeof Webhook>;

const Webhooks = z.object({ webhooks: z.array(Webhook) });

/** D17.6: a message for a webhook, and what came of it. */
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

/** What came of a message that was sent to try a webhook. */
export const WebhookTest = z.object({
  delivered: z.boolean(),
  response_status: z.union([integer, z.null()]),
  error: z.union([z.enum(DELIVERY_ERRORS), z.null()]),
  duration: integer,
});
export type WebhookTest = z.infer<typeof WebhookTest>;

/** D8.16: what may be sent at once. */
export const MAX_BATCHED = 100;

export const BATCH_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** D8.15: by which a write that is repeated is done once. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The headers that an operation of a batch may have of its own. */
export const BATCH_HEADERS = ['If-Match', 'If-None-Match', IDEMPOTENCY_KEY, 'Prefer'] as const;

const header = z
  .string()
  .regex(/^[\x20-\x7e]*$/)
  .max(8192)
  .optional();

/** An operation, as a request of its own would be. */
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

export const BatchRequests = z.strictObject({
  requests: z.array(BatchRequest).min(1).max(MAX_BATCHED),
});

/** What an operation was answered; without a body `null`, and text where it is not JSON. */
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

/** Methods that take the same arguments, each of which is a JSON Schema. */
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

/** What is answered, by the names that clients know. */
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
