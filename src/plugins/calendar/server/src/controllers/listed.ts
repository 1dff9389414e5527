import type { Context } from 'koa';
import type { PostResource } from '../resources/resource';
import { type AskedList, type ListAsked, listed as listedBy } from '../services/listed';
import type { Readable, ReadingService } from '../services/reading';
import { callerOf } from './caller-of';
import { viewOf } from './view-of';

/** What a list is asked of. */
interface Listing<Record extends Readable> extends Pick<ListAsked, 'complete'> {
  resource: PostResource<Record>;
  service: Pick<ReadingService<Record>, 'lookUp'>;
  /** Parameters that count instead of those that were sent, as the address says them itself. */
  own?: { [name: string]: string };
}

/** What the caller of an address asks a list for. */
export const listAsked = (ctx: Context): ListAsked => ({
  query: ctx.query,
  caller: callerOf(ctx),
  viewIn: (language, now) => viewOf(ctx, language, now),
});

/** What a list's caller asks for, and what is read of it, in one snapshot. */
export const listed = <Record extends Readable, Result>(
  ctx: Context,
  { resource, service, own, complete }: Listing<Record>,
  read: (asked: AskedList) => Promise<Result>,
): Promise<Result> => {
  const asked = listAsked(ctx);
  const query = { ...asked.query, ...own };
  return listedBy(resource, service, { ...asked, query, complete }, read);
};
