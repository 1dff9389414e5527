import { isPostType, type RecordType } from './record-types';

/** The content manager's rights over a type, by the ends of Strapi's names for them. */
type AdminRight = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** `own`: of the records that the editor made. */
export type Extent = 'all' | 'own';

type Rights = Partial<Record<AdminRight, Extent>>;

const editor: Rights = { create: 'all', read: 'all', update: 'all', delete: 'all' };
const author: Rights = { create: 'all', read: 'all', update: 'own', delete: 'own' };

/** D10.10: what Strapi's own roles for colleagues may do in the admin with records of a type. */
export const ADMIN_ROLES: Record<string, (type: RecordType) => Rights> = {
  'strapi-editor': (type) => (isPostType(type) ? { ...editor, publish: 'all' } : editor),
  'strapi-author': (type) => (isPostType(type) ? author : { read: 'all' }),
};
