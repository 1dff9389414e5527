import { errors } from '@strapi/utils';
import type { Values } from '../content-types/rows';
import { type FileHolders, holdersOf, reviseHolders } from '../database/files';
import { addLinks, writeLinks } from '../database/links';
import { rowsOfDocuments } from '../database/rows';
import { isLanguage } from '../settings/languages';
import { recordTypeOf, uidOf } from '../settings/record-types';
import { lockAlong, namedIn } from './waiting';

interface Manager {
  deleteMany(ids: string[], ...rest: unknown[]): Promise<unknown>;
  unpublishMany(ids: string[], ...rest: unknown[]): Promise<unknown>;
  publishMany(uid: string, ids: string[], ...rest: unknown[]): Promise<unknown>;
}

/**
 * Decision 6: what the admin changes together is taken in one order, whatever order it was chosen in;
 * two editors could else wait for each other.
 */
export function orderBulk(): void {
  const manager: Manager = strapi.plugin('content-manager').service('document-manager');
  const { deleteMany, unpublishMany, publishMany } = manager;
  manager.deleteMany = (ids, ...rest) => deleteMany.call(manager, ids.toSorted(), ...rest);
  manager.unpublishMany = (ids, ...rest) => unpublishMany.call(manager, ids.toSorted(), ...rest);
  manager.publishMany = (uid, ids, ...rest) =>
    strapi.db.transaction(async () => {
      if (recordTypeOf(uid) === 'event')
        await lockAlong(namedIn(await rowsOfDocuments('event', ids)), new Date());
      return publishMany.call(manager, uid, ids.toSorted(), ...rest);
    });
}

interface Locales {
  findById(id: unknown): Promise<{ code: string } | null>;
  delete(where: { id: unknown }): Promise<unknown>;
}

/**
 * D7.6: the four languages stay. Strapi deletes a language's records before the language itself, so
 * its service is wrapped: a lifecycle would come too late.
 */
export function keepLanguages(): void {
  const locales: Locales = strapi.plugin('i18n').service('locales');
  const deleteLocale = locales.delete;
  locales.delete = async (where) => {
    const locale = await locales.findById(where.id);
    if (isLanguage(locale?.code)) {
      throw new errors.ApplicationError(`The calendar needs the language "${locale?.code}".`);
    }
    return deleteLocale(where);
  };
}

interface RowSaved {
  result?: { id?: number };
  params: { data?: Values };
}

const after =
  (write: typeof writeLinks) =>
  ({ result, params }: RowSaved) =>
    result?.id && params.data ? write(result.id, params.data) : undefined;

/** D4.4: links follow the rows themselves, so that Strapi's own copies of a row have theirs too. */
export function keepLinks(): void {
  strapi.db.lifecycles.subscribe({
    models: [uidOf('event')],
    afterCreate: (event) => after(addLinks)(event as RowSaved),
    afterUpdate: (event) => after(writeLinks)(event as RowSaved),
  });
}

interface FileSaved {
  params: { where?: object };
  state: { holders?: FileHolders };
}

/** Which records show the files, before they are gone. */
async function note(event: unknown) {
  const { params, state } = event as FileSaved;
  state.holders = await holdersOf(params.where ?? {});
}

async function revise(event: unknown) {
  const { holders = [] } = (event as FileSaved).state;
  if (holders.length > 0) await reviseHolders(holders, new Date());
}

/**
 * D8.14: a picture that is replaced, described in other words or removed changes the records that show it,
 * whoever does it in the media library, over HTTP or in code.
 */
export function followPictures(): void {
  strapi.db.lifecycles.subscribe({
    models: ['plugin::upload.file'],
    beforeUpdate: note,
    afterUpdate: revise,
    beforeDelete: note,
    afterDelete: revise,
    beforeDeleteMany: note,
    afterDeleteMany: revise,
  });
}
