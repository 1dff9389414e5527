import { type FileHolders, holdersOf, reviseHolders } from '../store/file-holders';

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
