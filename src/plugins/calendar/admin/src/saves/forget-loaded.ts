import { adminApi } from '@strapi/strapi/admin';
import { LINKED_TYPES, uidOf } from '../../../server/src/settings/record-types';
import { EVENT } from '../agenda/agenda-address';
import { isReading } from '../request-language';
import { type Action, MUTATION, PUBLISHING } from './store-actions';

/** Addresses by which our own pages change records. */
const CHANGING = /\/calendar\/admin\/(?:bulk|trash|moderation)(?:[/?]|$)/;

/** Strapi's tags of loaded records and their lists, and of what its home page lists and counts. */
const LOADED = ['Document', 'RecentDocumentList', 'CountDocuments'];

/** Those of the records that an event may publish along (D6.7). */
const LINKED = LINKED_TYPES.flatMap((type) =>
  ['LIST', 'ALL_ITEMS'].map((of) => ({ type: 'Document', id: `${uidOf(type)}_${of}` })),
);

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
 * had moved.
 */
export const forgetChanged =
  () =>
  ({ dispatch }: Store) => {
    const send = window.fetch;
    window.fetch = async (address, options = {}) => {
      const changes = !isReading(options.method ?? 'GET') && CHANGING.test(String(address));
      try {
        return await send(address, options);
      } finally {
        if (changes) dispatch(forget(LOADED)); // Also if the answer was lost.
      }
    };
    return (next: (action: Action) => unknown) => (action: Action) => {
      const result = next(action);
      if (publishesEvent(action)) dispatch(forget(LINKED));
      return result;
    };
  };
