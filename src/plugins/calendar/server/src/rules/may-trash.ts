import { errors } from '@strapi/utils';
import { type PostType, uidOf } from '../settings/record-types';
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
