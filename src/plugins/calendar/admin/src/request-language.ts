import { messagesOf } from './messages';

const HEADER = 'Accept-Language';

export const isReading = (method: string) => ['GET', 'HEAD'].includes(method);

/** The language in which the admin is shown, which Strapi sets on the document. */
const shown = () => document.documentElement.lang;

/** Addresses to which a form sends that keeps what was typed; Strapi resets those of other types. */
const KEEPING = /\/calendar\/|plugin::calendar\.|\/upload\?id=/;

function keyOf(address: string, method: string) {
  if (isReading(method)) return 'calendar.read.failed';
  return KEEPING.test(address) ? 'apiError.unanswered' : 'apiError.outcome-unknown';
}

/**
 * The error of a request that nobody answered. Strapi shows the browser's, which is in English, as it is; other errors,
 * such as that of an aborted request, stay.
 */
async function inWords(error: unknown, address: string, method = 'GET'): Promise<unknown> {
  if (!(error instanceof TypeError)) return error;
  const strings = { ...(await messagesOf('en')), ...(await messagesOf(shown())) };
  return Object.assign(error, { message: strings[keyOf(address, method)] });
}

/**
 * D7.7: sends the admin's language with every request, so that the server's messages are in it: a user who chose the
 * language at the log-in only, not in the profile, is otherwise unknown to speak it.
 */
export function sendLanguage() {
  const { fetch } = window;
  window.fetch = (address, options = {}) => {
    if (typeof address !== 'string' || !shown()) return fetch(address, options);
    const headers = new Headers(options.headers);
    headers.set(HEADER, shown());
    return fetch(address, { ...options, headers }).catch(async (error) => {
      throw await inWords(error, address, options.method).catch(() => error);
    });
  };
  const { send } = XMLHttpRequest.prototype; // With which the media library uploads.
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
    if (shown()) this.setRequestHeader(HEADER, shown());
    send.call(this, body);
  };
}
