import { send } from './http';

/** Sends a request as the first administrator, who has every right. */
export const admin = (method: string, path: string, body?: unknown, more = {}) =>
  send(method, path, body, { authorization: `Bearer ${adminToken}`, ...more });
