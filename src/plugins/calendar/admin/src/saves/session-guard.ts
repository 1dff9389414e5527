import { messagesOf } from '../messages';
import { isReading } from '../request-language';
import type { TextKey } from '../use-text';

/** Addresses that are guarded; log-in, log-out and Strapi's other routes are not. */
const OURS = /\/(?:calendar|content-manager|upload)(?:[/?]|$)/;

/** Personal addresses, guarded for reading too: the other user's keys would be shown as one's own. */
const PERSONAL = /\/calendar\/admin\/feeds(?:[/?]|$)/;

/** Where Strapi begins and renews a session, and how it is told that it has ended. */
const SESSION = /\/admin\/(?:access-token|login)$/;
const ENDED = 401;

let isEnded = false;

/** Whether the session has ended, and only another login goes on. */
export const hasSessionEnded = () => isEnded;

/** The text about a failure: the given one, unless the session has ended. */
export const failureText = (key: TextKey): TextKey => (isEnded ? 'session.ended' : key);

/** Strapi's mark in `localStorage`, which it shares with other tabs. */
const LOGGED_IN = 'isLoggedIn';

/** Whether Strapi considers the user logged in; it removes the mark before a form unmounts. */
export const isLoggedIn = () => localStorage.getItem(LOGGED_IN) !== null;

/**
 * Keeps the page of an ended session for a login in another tab, which begins there with the removal of what the tabs
 * share: Strapi would lead this tab to its login too, and what is selected or typed would be lost.
 */
function stayForLogin() {
  window.addEventListener('storage', (event) => {
    if (event.key !== LOGGED_IN || !isEnded) return;
    if (event.newValue === null) event.stopImmediatePropagation();
    else isEnded = false;
  });
}

/** A status that neither makes Strapi renew the session nor has another meaning on our pages. */
const REFUSED = 412;

/** Translation key of the message (`messages.ts`). */
const REASON = 'another-person';

/** The part of the admin's Redux state used here. */
interface State {
  adminApi: { queries: Record<string, { endpointName?: string; data?: unknown } | undefined> };
}

interface Store {
  getState(): State;
}

/** A request, as far as needed to tell in whose name it is sent. */
interface GuardedRequest {
  method: string;
  address: string;
  authorization: string | null;
}

/** The id of the user that the page shows as logged in; undefined if none. */
function shownUserId({ adminApi }: State): string | undefined {
  const me = Object.values(adminApi.queries).find((query) => query?.endpointName === 'getMe');
  const { id } = (me?.data ?? {}) as { id?: unknown };
  return id === undefined ? undefined : String(id);
}

/** The user id in an admin token. */
function tokenUserId(authorization: string | null): string | undefined {
  const [, said = ''] = authorization?.split('.') ?? [];
  try {
    const { userId } = JSON.parse(atob(said.replaceAll('-', '+').replaceAll('_', '/')));
    return userId === undefined ? undefined : String(userId);
  } catch {
    return undefined;
  }
}

/** The other user that was last warned about. */
let known: string | undefined;

/** Warns once per other user; the refused request shows the message as well. */
async function warn(person: string) {
  if (known === person) return;
  known = person;
  const language = document.documentElement.lang;
  const strings = { ...(await messagesOf('en')), ...(await messagesOf(language)) };
  window.alert(strings[`apiError.${REASON}`]);
}

const BODY = JSON.stringify({
  data: null,
  error: { status: REFUSED, name: 'ApplicationError', message: REASON },
});

/** The id of the other user in whose name a guarded request would be sent; undefined if it may be sent. */
function otherUser(
  { getState }: Store,
  { method, address, authorization }: GuardedRequest,
): string | undefined {
  const shown = shownUserId(getState());
  const asking = tokenUserId(authorization);
  const isOther = shown !== undefined && asking !== undefined && shown !== asking;
  const isGuarded = (isReading(method) ? PERSONAL : OURS).test(address);
  return isOther && isGuarded ? asking : undefined;
}

/** Guards XMLHttpRequest, with which the media library uploads, because `fetch` reports no progress. */
function watchUploads(store: Store) {
  const { open, setRequestHeader, send } = XMLHttpRequest.prototype;
  const asked = new WeakMap<XMLHttpRequest, GuardedRequest>();
  Object.assign(XMLHttpRequest.prototype, {
    open(this: XMLHttpRequest, ...given: Parameters<typeof open>) {
      asked.set(this, { method: given[0], address: String(given[1]), authorization: null });
      open.apply(this, given);
    },
    setRequestHeader(this: XMLHttpRequest, name: string, value: string) {
      const request = asked.get(this);
      if (request && name.toLowerCase() === 'authorization') request.authorization = value;
      setRequestHeader.call(this, name, value);
    },
    send(this: XMLHttpRequest, body?: Parameters<typeof send>[0]) {
      const request = asked.get(this);
      const other = request && otherUser(store, request);
      if (other === undefined) return send.call(this, body);
      // Simulates the server's answer; nothing is sent.
      Object.defineProperties(this, { status: { value: REFUSED }, responseText: { value: BODY } });
      void warn(other).then(() => this.dispatchEvent(new ProgressEvent('load')));
    },
  });
}

/**
 * D9.13: a middleware of the admin's store. Browser tabs share a session, and Strapi sends the current token:
 * after another user's login in a second tab, the first tab, still showing the previous user, saved, published
 * and created keys in the other's name. Such a tab now sends no unsafe request, and none for what is personal.
 */
export const blockOtherUser = () => (store: Store) => {
  const send = window.fetch;
  window.fetch = async (address, options = {}) => {
    const { method = 'GET', headers } = options;
    const authorization = new Headers(headers).get('Authorization');
    const other = otherUser(store, { method, address: String(address), authorization });
    if (other === undefined) {
      const response = await send(address, options);
      if (SESSION.test(String(address))) isEnded = response.status === ENDED;
      // Without another login here: Strapi also takes the token of a tab that has renewed the session first.
      else if (response.ok && OURS.test(String(address))) isEnded = false;
      return response;
    }
    await warn(other);
    return new Response(BODY, { status: REFUSED });
  };
  watchUploads(store);
  stayForLogin(); // Before Strapi's own listener.
  return (next: (action: unknown) => unknown) => next;
};
