import { isPostType, POST_TYPES, RECORD_TYPES, type RecordType, uidOf } from './record-types';

const READING = ['find', 'findOne'];
const WRITING = ['create', 'update', 'delete'];
const POSTS_ONLY = ['publish', 'findUnpublished', 'manageOthers'];
const TERM_TYPES = ['category', 'tag'] as const;

/** D10.2: what may be granted for the records of a type, by the names that Strapi shows. */
export const actionsOf = (type: RecordType): string[] => [
  ...READING,
  ...WRITING,
  ...(isPostType(type) ? POSTS_ONLY : []),
];

const scopes = (types: readonly RecordType[], actions: string[]) =>
  types.flatMap((type) => actions.map((action) => `${uidOf(type)}.${action}`));

/** D10.1: what everybody may do, until an administrator thinks otherwise. */
export const PUBLIC_PERMISSIONS = scopes(RECORD_TYPES, READING);

/** D10.3: to send pictures with records. */
export const UPLOADING = 'plugin::calendar.picture.upload';

/** Strapi's own rights: to put files into the media library at `/api/upload`, and to remove any of them. */
export const UPLOADING_AT_STRAPI = 'plugin::upload.content-api.upload';
export const REMOVING_FILES = 'plugin::upload.content-api.destroy';

/** D14.7: to make, see and revoke keys of one's own feeds. */
export const OWN_FEEDS = ['create', 'find', 'delete'].map(
  (action) => `plugin::calendar.feed.${action}`,
);

/** Registered users look after their own account. */
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

/** D10.5: roles to begin with, and what each may do besides reading. Strapi stores a description once, for everybody. */
export const EXAMPLE_ROLES = {
  reader: { description: 'Reads what is published.', actions: OWN_ACCOUNT },
  contributor: { description: 'Writes drafts for others to publish.', actions: contributor },
  author: { description: 'Writes and publishes, uploads pictures.', actions: author },
  editor: { description: 'Looks after the records of everybody.', actions: editor },
};

/** The content manager's rights over a type, by the ends of Strapi's names for them. */
type AdminRight = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** `own`: of the records that the editor made. `texts`: of the fields, those that are each language's own. */
export type Extent = 'all' | 'own' | 'texts';

type Rights = Partial<Record<AdminRight, Extent>>;

/** A role of the admin, as far as the calendar decides over it. */
interface AdminRole {
  rights(type: RecordType): Rights;
  /** What a role that we make is called; Strapi stores name and description once, for everybody. */
  made?: { name: string; description: string; actions: string[] };
}

const ADMIN_EDITOR: Rights = { create: 'all', read: 'all', update: 'all', delete: 'all' };
const ADMIN_AUTHOR: Rights = { create: 'all', read: 'all', update: 'own', delete: 'own' };

/** D10.10: what colleagues may do in the admin with records of a type: in Strapi's own roles, and in ours. */
export const ADMIN_ROLES: Record<string, AdminRole> = {
  'strapi-editor': {
    rights: (type) => (isPostType(type) ? { ...ADMIN_EDITOR, publish: 'all' } : ADMIN_EDITOR),
  },
  'strapi-author': { rights: (type) => (isPostType(type) ? ADMIN_AUTHOR : { read: 'all' }) },
  'calendar-translator': {
    rights: () => ({ read: 'all', create: 'texts', update: 'texts' }),
    made: {
      name: 'Translator',
      description: 'Translates what others have made, for others to publish.',
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
      description: 'Reviews what others have sent: corrects, publishes, sends back, trashes.',
      actions: ['plugin::upload.read', 'plugin::upload.assets.create'],
    },
  },
};

/** Each language's own, and no text: whether a record waits for review, or is private. */
export const NO_TEXT = ['post_status', 'search_text'];
