import type { Values } from './changes';

/** The parts used here of an endpoint's arguments. */
export interface Asked {
  model?: string;
  documentId?: string;
  /** Instead of one, by an action on several languages or records. */
  documentIds?: string[];
  params?: { locale?: unknown; status?: unknown };
  data?: Values;
}

/** The parts used here of a Redux action of a query or a mutation. */
export interface Action {
  type: string;
  payload?: unknown;
  meta?: {
    arg?: {
      endpointName?: string;
      originalArgs?: Asked;
      queryCacheKey?: string;
    };
    requestId?: string;
  };
}

/** The part used here of a query in the admin's store. */
interface Query {
  data?: unknown;
  endpointName?: string;
  originalArgs?: unknown;
  requestId?: string;
}

/** The part used here of the admin's store. */
export interface Store {
  getState(): { adminApi: { queries: Record<string, Query | undefined> } };
}

export const MUTATION = 'adminApi/executeMutation/';
export const QUERY = 'adminApi/executeQuery/';

export const PUBLISHING = 'publishDocument';

export const SENDING = ['createDocument', 'cloneDocument', 'updateDocument', PUBLISHING];

/** Strapi's error name for a record that does not exist, with one of several untranslated messages. */
export const NOT_FOUND = 'NotFoundError';

/** Endpoints for which that is the published version. */
export const OF_PUBLISHED = ['unpublishDocument', 'discardDocument'];

export const isOurs = (model = '') => model.startsWith('plugin::calendar.');

/** Error names of the browser and of Strapi's client for a missing answer, or one not from the calendar. */
export const NO_ANSWER = ['TypeError', 'SyntaxError', 'UnknownError'];

/** The lowest status of an answer that says neither what a record is, nor whether a change was stored. */
export const UNAVAILABLE = 500;
