import type { IncomingMessage } from 'node:http';
import type { CalendarError } from '../messages/errors';

const refusals = new WeakMap<IncomingMessage, CalendarError>();
const REFUSED = Symbol('refused');

/** Node has refused the request, or what followed of its body. */
export function refuseRequest(request: IncomingMessage, refusal: CalendarError): void {
  refusals.set(request, refusal);
  request.emit(REFUSED, refusal);
}

export const isRefused = (request: IncomingMessage) => refusals.has(request);

/** Throws what Node refused the request for. */
export function demandParsed(request: IncomingMessage): void {
  const refusal = refusals.get(request);
  if (refusal) throw refusal;
}

/** Fails when Node refuses what is still to come; `error` of the stream would close the connection. */
export const brokenOff = (request: IncomingMessage) =>
  new Promise<never>((_, reject) => {
    const refusal = refusals.get(request);
    if (refusal) reject(refusal);
    else request.once(REFUSED, reject);
  });
