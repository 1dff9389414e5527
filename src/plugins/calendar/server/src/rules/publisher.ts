import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostType } from '../settings/record-types';
import type { LinkedRow } from '../store/linked-rows';
import { mayPublish } from './may-publish';

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
