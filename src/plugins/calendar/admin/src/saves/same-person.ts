import { messagesOf } from '../messages';

/**
 * What changes records, files that are there and what is ours; Strapi's own addresses let whoever is there log in
 * and out. The media library adds files by XMLHttpRequest, which does not pass here.
 */
const OURS = /\/(?:calendar|content-manager|upload)(?:[/?]|$)/;

const READING = ['GET', 'HEAD'];

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

/** The id of whom the page shows as logged in; nothing while nobody is. */
function shownIn({ adminApi }: State): string | undefined {
  const me = Object.values(adminApi.queries).find((query) => query?.endpointName === 'getMe');
  const { id } = (me?.data ?? {}) as { id?: unknown };
  return id === undefined ? undefined : String(id);
}

/** The id of whom a token of the admin's says that asks. */
function askingBy(authorization: string | null): string | undefined {
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

function refusal(): Response {
  const error = { status: REFUSED, name: 'ApplicationError', message: REASON };
  return new Response(JSON.stringify({ data: null, error }), { status: REFUSED });
}

/**
 * D9.13: a middleware of the admin's store. The tabs of a browser share a login, and Strapi asks with the one that is
 * there at the moment: behind another person's login in a second tab, the first one, which shows who was there
 * before, saved, published and made keys in the name of the other. It sends nothing that changes something then.
 */
export const onlyAsShown = () => (store: Store) => {
  const send = window.fetch;
  window.fetch = async (address, options = {}) => {
    const { method = 'GET', headers } = options;
    const shown = shownIn(store.getState());
    const asking = askingBy(new Headers(headers).get('Authorization'));
    const isOther = shown !== undefined && asking !== undefined && shown !== asking;
    if (!isOther || READING.includes(method) || !OURS.test(String(address))) {
      return send(address, options);
    }
    await warn(asking);
    return refusal();
  };
  return (next: (action: unknown) => unknown) => next;
};
