import { adminApi } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { Values } from './changes';
import { isOurs } from './store-actions';

/** Endpoints that submit the form of a new record. */
const CREATING = ['createDocument', 'publishDocument'];

/** Endpoints of *Duplicate* in a list, and of the form that Strapi opens when duplicating fails. */
const COPYING = ['autoCloneDocument', 'cloneDocument'];

/** The endpoint of lists. */
const LISTING = 'getAllDocuments';

const HEADER = 'Idempotency-Key';

/** A field that is never stored in the browser. */
export const SECRET = 'password';

/** What a form sent and with which key, kept while the form is closed. */
export interface SentCreate {
  key: string;
  /** The values, as JSON. */
  sent: string;
}

/** The form of a new record. */
interface NewForm extends Partial<SentCreate> {
  model: string;
  key: string;
  /** Whether the form was closed and reopened since it was sent. */
  isReopened?: boolean;
}

/** The parts used here of an endpoint's arguments and of its request. */
interface CreateContext {
  model: string;
  documentId?: string;
  /** The documentId of the record being copied. */
  sourceId?: string;
  data?: Values;
}

interface Sent {
  config?: object;
}

interface Endpoint {
  query?: (asked: CreateContext) => Sent;
}

/** A random key. `crypto.randomUUID` does not exist on pages without TLS. */
export const newIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export const withIdempotencyKey = (key: string) => ({ headers: { [HEADER]: key } });

/**
 * D9.12: `begin` returns the idempotency key of a request, the same one while the same request is retried, until
 * `end` is called because everything was answered.
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

/** The form of a new record that is open. */
let open: NewForm | undefined;

/** What the open form of a new record has sent, if anything; it may have been stored. */
export function sentCreate(): SentCreate | undefined {
  const { key, sent } = open ?? {};
  return key !== undefined && sent !== undefined ? { key, sent } : undefined;
}

/** Resumes a reopened form with what it sent before. */
export function resumeCreate(once: SentCreate) {
  if (open) Object.assign(open, once, { isReopened: true } satisfies Partial<NewForm>);
}

/**
 * The key for a submit. Edits in a form that stayed open belong to the same record, so the key stays. After the
 * form was closed, the user may know that the first record was stored, so different values get a new key.
 */
function keyFor(making: NewForm, data: Values = {}): string {
  const sent = JSON.stringify(data, (name, value) => (name === SECRET ? Boolean(value) : value));
  const isDifferent = making.isReopened && making.sent !== sent;
  const key = isDifferent ? newIdempotencyKey() : making.key;
  Object.assign(making, { sent, isReopened: false, key } satisfies Partial<NewForm>);
  return making.key;
}

/** The idempotency key of an endpoint's request, if it has one. */
type KeyOf = (asked: CreateContext) => string | undefined;

const sendingBy = (keyOf: KeyOf) => (endpoint: Endpoint) => {
  const { query } = endpoint;
  if (!query) return;
  endpoint.query = (asked) => {
    const key = keyOf(asked); // Called for lists too, which have no key.
    const request = query(asked);
    return key
      ? { ...request, config: { ...request.config, ...withIdempotencyKey(key) } }
      : request;
  };
};

const keyOfCreate: KeyOf = ({ model, documentId, data }) =>
  !documentId && open?.model === model ? keyFor(open, data) : undefined;

/** Keys of copies made since a list was last loaded, by the documentId of the source. */
const copies = new Map<string, string>();

function keyOfCopy({ model, sourceId }: CreateContext) {
  if (!isOurs(model) || !sourceId) return undefined;
  const key = copies.get(sourceId) ?? newIdempotencyKey();
  copies.set(sourceId, key);
  return key;
}

/** Whether the form of a copy is open. It reloads lists in the background after each answer, even a lost one. */
let isCopying = false;

/** A loaded list shows existing copies, so copying again afterwards means another one. */
function forgetCopies() {
  if (!isCopying) copies.clear();
  return undefined;
}

let isSending = false;

/** Installs the keys. Call after the content manager's module has loaded, which would overwrite its endpoints. */
export function sendIdempotencyKeys() {
  if (isSending) return;
  isSending = true;
  const endpoints = Object.fromEntries([
    ...CREATING.map((name) => [name, sendingBy(keyOfCreate)]),
    ...COPYING.map((name) => [name, sendingBy(keyOfCopy)]),
    [LISTING, sendingBy(forgetCopies)],
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
      copies.clear(); // When it is opened again, the user may have seen the copy.
    };
  }, [isCopy, documentId]);
}
