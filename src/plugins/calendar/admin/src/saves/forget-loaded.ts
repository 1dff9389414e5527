import { adminApi } from '@strapi/strapi/admin';
import {
  LINKED_TYPES,
  RECORD_TYPES,
  type RecordType,
  uidOf,
} from '../../../server/src/settings/record-types';
import { EVENT } from '../agenda/agenda-address';
import { isReading } from '../request-language';
import { type Action, MUTATION, PUBLISHING } from './store-actions';

/** Addresses by which our own pages change records. */
const CHANGING = /\/calendar\/admin\/(?:bulk|trash|moderation)(?:[/?]|$)/;

/** Addresses at which a picker makes a record, as Strapi's own form does, which forgets the list by itself. */
const MAKING = /\/content-manager\/collection-types\/plugin::calendar\.\w+(?:\?|$)/;

/** Strapi's tags of loaded records and their lists, and of what its home page lists and counts. */
const HOME = ['RecentDocumentList', 'CountDocuments'];
const LOADED = ['Document', ...HOME];

const listsOf = (types: readonly RecordType[]) =>
  types.flatMap((type) =>
    ['LIST', 'ALL_ITEMS'].map((of) => ({ type: 'Document', id: `${uidOf(type)}_${of}` })),
  );

/** Those of the records that an event may publish along (D6.7). */
const LINKED = listsOf(LINKED_TYPES);

/** Those of lists alone: an open form would lose what is typed if its record were loaded again. */
const LISTS = [...listsOf(RECORD_TYPES), ...HOME];

/** Strapi's types lack the tags that the content manager adds. */
const forget = (tags: unknown[]) => adminApi.util.invalidateTags(tags as never[]);

const publishesEvent = ({ type, meta }: Action) =>
  type === `${MUTATION}fulfilled` &&
  [PUBLISHING, 'publishManyDocuments'].includes(meta?.arg?.endpointName ?? '') &&
  meta?.arg?.originalArgs?.model === EVENT;

interface Store {
  dispatch(action: unknown): unknown;
}

/**
 * A middleware of the admin's store. For a minute after a record or a list was left, Strapi shows it again as it was
 * loaded, unless one of Strapi's own requests has changed it: a form showed the former date of an event that the agenda
 * had moved, and the list of venues lacked one that was made in a picker.
 */
export const forgetChanged =
  () =>
  ({ dispatch }: Store) => {
    const send = window.fetch;
    window.fetch = async (address, options = {}) => {
      const changes = isReading(options.method ?? 'GET') ? '' : String(address);
      try {
        return await send(address, options);
      } finally {
        // Also if the answer was lost.
        if (CHANGING.test(changes)) dispatch(forget(LOADED));
        if (MAKING.test(changes)) dispatch(forget(LISTS));
      }
    };
    return (next: (action: Action) => unknown) => (action: Action) => {
      const result = next(action);
      if (publishesEvent(action)) dispatch(forget(LINKED));
      return result;
    };
  };
