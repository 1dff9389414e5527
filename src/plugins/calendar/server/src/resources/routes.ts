import type { RecordType } from '../settings/record-types';
import { RESOURCES } from './index';
import type { Resource } from './resource';

/** An address below the interface's root; `{id}` is digits, `{slug}` anything without a slash. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Strapi's `controller.action`, which is also the right that the route asks for. */
  handler: string;
}

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

/** One record's address: the three ways of changing it take the same (Spec 4.2). */
const recordRoutes = (type: RecordType, path: string): Route[] => [
  { method: 'GET', path, handler: `${type}.findOne` },
  { method: 'DELETE', path, handler: `${type}.delete` },
  ...UPDATES.map((method): Route => ({ method, path, handler: `${type}.update` })),
];

/** Spec 4: the routes of one resource. */
const routesOf = ({ type, path, bySlug }: Pick<Resource, 'type' | 'path' | 'bySlug'>): Route[] => [
  { method: 'GET', path: `/${path}`, handler: `${type}.find` },
  { method: 'POST', path: `/${path}`, handler: `${type}.create` },
  ...recordRoutes(type, `/${path}/{id}`),
  ...(bySlug ? recordRoutes(type, `/${path}/by-slug/{slug}`) : []),
];

/** Spec 4.1: the interface describes itself; reading rights cover it like everything that is read. */
const DESCRIPTION: Route[] = [
  { method: 'GET', path: '/', handler: 'description.find' },
  { method: 'GET', path: '/doc', handler: 'description.findOne' },
];

export const ROUTES: Route[] = [...DESCRIPTION, ...RESOURCES.flatMap(routesOf)];
