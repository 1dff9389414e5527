import { isPostType, type RecordType } from './record-types';

/** The content manager's rights over a type, by the ends of Strapi's names for them. */
type AdminRight = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** `own`: of the records that the editor made. `texts`: of the fields, those that are each language's own. */
export type Extent = 'all' | 'own' | 'texts';

type Rights = Partial<Record<AdminRight, Extent>>;

/** A role of the admin, as far as the calendar decides over it. */
interface AdminRole {
  rights(type: RecordType): Rights;
  /** Of a role that we make; Strapi stores name and description once, for everybody. */
  made?: { name: string; description: string; actions: string[] };
}

const editor: Rights = { create: 'all', read: 'all', update: 'all', delete: 'all' };
const author: Rights = { create: 'all', read: 'all', update: 'own', delete: 'own' };

/** D10.10: what colleagues may do in the admin with records of a type: in Strapi's own roles, and in ours. */
export const ADMIN_ROLES: Record<string, AdminRole> = {
  'strapi-editor': {
    rights: (type) => (isPostType(type) ? { ...editor, publish: 'all' } : editor),
  },
  'strapi-author': { rights: (type) => (isPostType(type) ? author : { read: 'all' }) },
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
