import { AsyncLocalStorage } from 'node:async_hooks';
import { errors } from '@strapi/utils';
import { type PostType, uidOf } from '../settings/record-types';
import type { LinkedRow } from '../store/links';
import { rowsWithMakers } from '../store/siblings';

interface Checker {
  cannot: Record<'delete' | 'publish', (row: object) => boolean>;
}

/** Nothing where no editor asks: the interface judges its callers itself, and code may do everything. */
export function checkerOf(type: PostType): Checker | undefined {
  const { userAbility } = strapi.requestContext.get()?.state ?? {};
  const service = strapi.plugin('content-manager').service('permission-checker');
  return userAbility && service.create({ userAbility, model: uidOf(type) });
}

/** D10.4 in the admin: the trash needs the right to delete, and both ways what is public that to publish. */
export async function requireTrashRights(type: PostType, documentId: string, enters: boolean) {
  const checker = checkerOf(type);
  if (!checker) return;
  const { cannot } = checker;
  const forbidden = (row: { publishedAt: unknown }) =>
    (enters && cannot.delete(row)) || (row.publishedAt && cannot.publish(row));
  if ((await rowsWithMakers(type, documentId)).some(forbidden)) throw new errors.ForbiddenError();
}

/** D10.4 in the admin: the editor's own right to publish each row; code may do everything. */
export async function mayPublish(type: PostType, rows: LinkedRow[]): Promise<boolean> {
  const checker = checkerOf(type);
  const [row] = rows;
  if (!checker || !row) return true;
  const stored = await rowsWithMakers(type, row.documentId);
  return stored.every((each) => !checker.cannot.publish(each));
}

/** Decides for whoever publishes through the interface; throws nothing. */
export type MayPublish = (type: PostType, rows: LinkedRow[]) => boolean | Promise<boolean>;

const publisher = new AsyncLocalStorage<MayPublish | 'nobody'>();

/** What is published meanwhile is judged by this. */
export const publishingAs = <Result>(may: MayPublish, work: () => Promise<Result>) =>
  publisher.run(may, work);

/** For a save that changes what is public already, and is no publishing to whoever makes it. */
export const publishingNothingAlong = <Result>(work: () => Promise<Result>) =>
  publisher.run('nobody', work);

/** D10.4: who decides what is published along; nobody where nothing is. */
export function currentPublisher(): MayPublish | undefined {
  const current = publisher.getStore() ?? mayPublish;
  return current === 'nobody' ? undefined : current;
}
