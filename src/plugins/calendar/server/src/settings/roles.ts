import { isPostType, POST_TYPES, RECORD_TYPES, type RecordType, uidOf } from './record-types';

const READING = ['find', 'findOne'];
const WRITING = ['create', 'update', 'delete'];
const POSTS_ONLY = ['publish', 'findUnpublished', 'manageOthers'];
const TERM_TYPES = ['category', 'tag'] as const;

/** D10.2: the actions that can be granted for a type, by their names in Strapi. */
export const actionsOf = (type: RecordType): string[] => [
  ...READING,
  ...WRITING,
  ...(isPostType(type) ? POSTS_ONLY : []),
];

const scopes = (types: readonly RecordType[], actions: string[]) =>
  types.flatMap((type) => actions.map((action) => `${uidOf(type)}.${action}`));

/** D10.1: the initial permissions of the public role. */
export const PUBLIC_PERMISSIONS = scopes(RECORD_TYPES, READING);

/** D10.3: the action of sending pictures with records. */
export const UPLOADING = 'plugin::calendar.picture.upload';

/** Strapi's own actions: uploading files to the media library at `/api/upload`, and deleting any of them. */
export const UPLOADING_AT_STRAPI = 'plugin::upload.content-api.upload';
export const REMOVING_FILES = 'plugin::upload.content-api.destroy';

/** D14.7: the actions of creating, listing and revoking one's own feed keys. */
export const OWN_FEEDS = ['create', 'find', 'delete'].map(
  (action) => `plugin::calendar.feed.${action}`,
);

/** The actions of registered users on their own account. */
const OWN_ACCOUNT = [
  'plugin::users-permissions.user.me',
  'plugin::users-permissions.auth.changePassword',
  ...OWN_FEEDS,
];

const contributor = [...OWN_ACCOUNT, ...scopes(POST_TYPES, WRITING)];
const author = [
  ...contributor,
  ...scopes(POST_TYPES, ['publish']),
  ...scopes(TERM_TYPES, ['create']),
  UPLOADING,
];
const editor = [
  ...author,
  ...scopes(POST_TYPES, ['findUnpublished', 'manageOthers']),
  ...scopes(TERM_TYPES, ['update', 'delete']),
];

/**
 * D10.5: the example roles and their actions in addition to reading. Strapi stores one description
 * for all languages.
 */
export const EXAMPLE_ROLES = {
  reader: { description: 'Reads published records.', actions: OWN_ACCOUNT },
  contributor: { description: 'Writes drafts for others to publish.', actions: contributor },
  author: { description: 'Writes and publishes, uploads pictures.', actions: author },
  editor: { description: 'Manages the records of everybody.', actions: editor },
};

/** The content manager's actions on a type, by the last part of their names in Strapi. */
type AdminRight = 'create' | 'read' | 'update' | 'delete' | 'publish';

/**
 * The scope of an action: all records, those created by the editor (`own`), or only localized text
 * fields (`texts`).
 */
export type Extent = 'all' | 'own' | 'texts';

type Rights = Partial<Record<AdminRight, Extent>>;

/** The calendar's permissions of an admin role. */
interface AdminRole {
  rights(type: RecordType): Rights;
  /** Only for roles that the calendar creates. Strapi stores one name and description for all languages. */
  made?: { name: string; description: string; actions: string[] };
}

const ADMIN_EDITOR: Rights = { create: 'all', read: 'all', update: 'all', delete: 'all' };
const ADMIN_AUTHOR: Rights = { create: 'all', read: 'all', update: 'own', delete: 'own' };

/** D10.10: the actions on each type of Strapi's admin roles and of the calendar's. */
export const ADMIN_ROLES: Record<string, AdminRole> = {
  'strapi-editor': {
    rights: (type) => (isPostType(type) ? { ...ADMIN_EDITOR, publish: 'all' } : ADMIN_EDITOR),
  },
  'strapi-author': { rights: (type) => (isPostType(type) ? ADMIN_AUTHOR : { read: 'all' }) },
  'calendar-translator': {
    rights: () => ({ read: 'all', create: 'texts', update: 'texts' }),
    made: {
      name: 'Translator',
      description: 'Translates the records of others, for others to publish.',
      actions: ['plugin::upload.read'],
    },
  },
  'calendar-moderator': {
    rights: (type) =>
      isPostType(type)
        ? { read: 'all', update: 'all', publish: 'all', delete: 'all' }
        : { read: 'all' },
    made: {
      name: 'Moderator',
      description:
        'Reviews the submissions of others: corrects, publishes, sends back, trashes them.',
      actions: ['plugin::upload.read', 'plugin::upload.assets.create'],
    },
  },
};

/** Localized attributes that are not text: the state (pending or private) and the search index. */
export const NO_TEXT = ['post_status', 'search_text'];
