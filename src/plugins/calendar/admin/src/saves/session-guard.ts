import { messagesOf } from '../messages';

/** What changes records, files and what is ours; Strapi's own addresses let whoever is there log in and out. */
const OURS = /\/(?:calendar|content-manager|upload)(?:[/?]|$)/;

const READING = ['GET', 'HEAD'];

/** What each person has of their own: the other's list would stand as one's own, to be revoked. */
const PERSONAL = /\/calendar\/admin\/feeds(?:[/?]|$)/;

/** Not one that Strapi renews a session by, nor of an answer of ours that pages take for something else. */
const REFUSED = 412;

/** By this, forms look up what they say (`messages.ts`). */
const REASON = 'another-person';

/** As far as we read what the admin's program holds. */
interface State {
  adminApi: { queries: Record<string, { endpointName?: string; data?: unknown } | undefined> };
}

interface Store {
  getState(): State;
}

/** What would be sent, as far as it tells in whose name. */
interface Asked {
  method: string;
  address: string;
  authorization: string | null;
}

/** The id of whom the page shows as logged in; nothing while nobody is. */
function shownUserId({ adminApi }: State): string | undefined {
  const me = Object.values(adminApi.queries).find((query) => query?.endpointName === 'getMe');
  const { id } = (me?.data ?? {}) as { id?: unknown };
  return id === undefined ? undefined : String(id);
}

/** The id of whom a token of the admin's says that asks. */
function tokenUserId(authorization: string | null): string | undefined {
  const [, said = ''] = authorization?.split('.') ?? [];
  try {
    const { userId } = JSON.parse(atob(said.replaceAll('-', '+').replaceAll('_', '/')));
    return userId === undefined ? undefined : String(userId);
  } catch {
    return undefined;
  }
}

/** Who was warned of. */
let known: string | undefined;

/** On whatever page; once, since what is refused says so as well. */
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

/** Whose name a request would be made in that may not be: nobody's, as a rule. */
function otherUser(
  { getState }: Store,
  { method, address, authorization }: Asked,
): string | undefined {
  const shown = shownUserId(getState());
  const asking = tokenUserId(authorization);
  const isOther = shown !== undefined && asking !== undefined && shown !== asking;
  const isHeld = (READING.includes(method) ? PERSONAL : OURS).test(address);
  return isOther && isHeld ? asking : undefined;
}

/** The media library adds files by this, since `fetch` does not tell how far it is. */
function watchUploads(store: Store) {
  const { open, setRequestHeader, send } = XMLHttpRequest.prototype;
  const asked = new WeakMap<XMLHttpRequest, Asked>();
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
      // As if the server had answered so; nothing is sent.
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
    if (other === undefined) return send(address, options);
    await warn(other);
    return new Response(BODY, { status: REFUSED });
  };
  watchUploads(store);
  return (next: (action: unknown) => unknown) => next;
};
