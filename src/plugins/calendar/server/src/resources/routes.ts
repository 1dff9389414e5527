import { RESOURCES } from './index';
import type { Resource } from './resource';

/** An address below the interface's root; `{id}` is digits, `{slug}` anything without a slash. */
export interface Route {
  method: 'GET';
  path: string;
  /** Strapi's `controller.action`, which is also the right that the route asks for. */
  handler: string;
}

/** Spec 4: the routes of one resource. */
export const routesOf = ({
  type,
  path,
  bySlug,
}: Pick<Resource, 'type' | 'path' | 'bySlug'>): Route[] => [
  { method: 'GET', path: `/${path}`, handler: `${type}.find` },
  { method: 'GET', path: `/${path}/{id}`, handler: `${type}.findOne` },
  ...(bySlug
    ? [{ method: 'GET', path: `/${path}/by-slug/{slug}`, handler: `${type}.findOne` } as const]
    : []),
];

export const ROUTES: Route[] = RESOURCES.flatMap(routesOf);
