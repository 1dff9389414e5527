import { send } from './http';

/** A request of the admin panel, as its first administrator, who may do everything. */
export const admin = (method: string, path: string, body?: unknown, more = {}) =>
  send(method, path, body, { authorization: `Bearer ${adminToken}`, ...more });
