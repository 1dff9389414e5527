import { adminApi } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { Values } from './changes';
import { isOurs } from './save-answers';

/** What sends the form of a record that is not there yet. */
const MAKING = ['createDocument', 'publishDocument'];

/** *Duplicate* in a list, and the form of a copy, which Strapi offers where that did not go well. */
const COPYING = ['autoCloneDocument', 'cloneDocument'];

/** What asks for a list. */
const LISTING = 'getAllDocuments';

const HEADER = 'Idempotency-Key';

/** Not even until the browser's tab is closed. */
export const SECRET = 'password';

/** What a form has sent by its key, as it is kept while the form is closed. */
export interface SentCreate {
  key: string;
  /** The values, as JSON. */
  sent: string;
}

/** The form of a new record. */
interface Making extends Partial<SentCreate> {
  model: string;
  key: string;
  /** It was closed since something was sent. */
  isAnew?: boolean;
}

/** As far as we use what is asked of the content manager, and what it sends then. */
interface CreateContext {
  model: string;
  documentId?: string;
  /** Of what is copied. */
  sourceId?: string;
  data?: Values;
}

interface Sent {
  config?: object;
}

interface Endpoint {
  query?: (asked: CreateContext) => Sent;
}

/** Not by `randomUUID`, which pages without TLS do not have. */
export const newIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export const withIdempotencyKey = (key: string) => ({ headers: { [HEADER]: key } });

/**
 * D9.12: the key of what is asked for, and the same one for as long as the same is asked for again, until `end`
 * says that all of it was answered for.
 */
export function useIdempotencyKey<Asked>() {
  const begun = useRef<{ question: string; key: string }>(undefined);
  const begin = useCallback((asked: Asked) => {
    const question = JSON.stringify(asked);
    if (begun.current?.question !== question)
      begun.current = { question, key: newIdempotencyKey() };
    return begun.current.key;
  }, []);
  const end = useCallback(() => {
    begun.current = undefined;
  }, []);
  return { begin, end };
}

/** While it is open. */
let open: Making | undefined;

/** What the open form of a new record has sent, if anything: it may have been stored. */
export function sentOnce(): SentCreate | undefined {
  const { key, sent } = open ?? {};
  return key !== undefined && sent !== undefined ? { key, sent } : undefined;
}

/** The open form is the one again that has sent this. */
export function takeUp(once: SentCreate) {
  if (open) Object.assign(open, once, { isAnew: true });
}

/**
 * What was typed on in an open form is meant for the same record. Where the form was closed meanwhile, people
 * may have seen that the first was stored, and use what is back there for another.
 */
function keyFor(making: Making, data: Values = {}): string {
  const sent = JSON.stringify(data, (name, value) => (name === SECRET ? Boolean(value) : value));
  const isAnother = making.isAnew && making.sent !== sent;
  Object.assign(making, { sent, isAnew: false, key: isAnother ? newIdempotencyKey() : making.key });
  return making.key;
}

/** By which key something is asked for, if any. */
type KeyOf = (asked: CreateContext) => string | undefined;

const sendingBy = (keyOf: KeyOf) => (endpoint: Endpoint) => {
  const { query } = endpoint;
  if (!query) return;
  endpoint.query = (asked) => {
    const key = keyOf(asked); // For a list, too, which has none.
    const request = query(asked);
    return key
      ? { ...request, config: { ...request.config, ...withIdempotencyKey(key) } }
      : request;
  };
};

const madeBy: KeyOf = ({ model, documentId, data }) =>
  !documentId && open?.model === model ? keyFor(open, data) : undefined;

/** The keys of copies since a list was asked for, by what is copied. */
const copies = new Map<string, string>();

function copiedBy({ model, sourceId }: CreateContext) {
  if (!isOurs(model) || !sourceId) return undefined;
  const key = copies.get(sourceId) ?? newIdempotencyKey();
  copies.set(sourceId, key);
  return key;
}

/** Whether the form of a copy is open: behind each answer to it, also one that is lost, lists are asked for that nobody sees. */
let isCopying = false;

/** A list shows the copies that there are: who asks for one then wants another. */
function listed() {
  if (!isCopying) copies.clear();
  return undefined;
}

let isSending = false;

/** Once the content manager's own part of the program is there, which would replace what was said before. */
export function sendIdempotencyKeys() {
  if (isSending) return;
  isSending = true;
  const endpoints = Object.fromEntries([
    ...MAKING.map((name) => [name, sendingBy(madeBy)]),
    ...COPYING.map((name) => [name, sendingBy(copiedBy)]),
    [LISTING, sendingBy(listed)],
  ]);
  adminApi.enhanceEndpoints({ endpoints });
}

/**
 * D9.12: the form of a new record sends the same idempotency key at each retry: if the response was lost, the
 * next press updates the record already created, and creates no second one. So does a copy.
 */
export function useIdempotentCreate(model: string, documentId: string | undefined) {
  useEffect(() => {
    sendIdempotencyKeys();
    if (documentId || !isOurs(model)) return;
    const making = { model, key: newIdempotencyKey() };
    open = making;
    return () => {
      if (open === making) open = undefined;
    };
  }, [model, documentId]);

  const isCopy = useParams().origin === documentId && documentId !== undefined;
  useEffect(() => {
    if (!isCopy) return;
    isCopying = true;
    return () => {
      isCopying = false;
      copies.clear(); // Who comes back to it may have seen the copy.
    };
  }, [isCopy, documentId]);
}
