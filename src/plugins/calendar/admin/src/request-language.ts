const HEADER = 'Accept-Language';

/** The language in which the admin is shown, which Strapi sets on the document. */
const shown = () => document.documentElement.lang;

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
    return fetch(address, { ...options, headers });
  };
  const { send } = XMLHttpRequest.prototype; // With which the media library uploads.
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
    if (shown()) this.setRequestHeader(HEADER, shown());
    send.call(this, body);
  };
}
