import { AGENDA_ACTION } from '../../server/src/settings/agenda';
import { WEBHOOKS_ACTION } from '../../server/src/settings/webhooks';
import { EVENT } from './agenda/agenda-address';

type Right = 'create' | 'update' | 'delete' | 'publish';

/** The content manager's permission for the records of a type; the server checks it too, as all of these. */
export const permissionTo = (right: Right, subject = EVENT) => ({
  action: `plugin::content-manager.explorer.${right}`,
  subject,
});

/** A permission that a user holds, as far as it is compared. */
interface Held {
  action: string;
  subject?: string | null;
}

/** Whether a held permission is that one. */
export const isPermissionTo =
  (right: Right, subject = EVENT) =>
  (held: Held) =>
    held.action === permissionTo(right).action && held.subject === subject;

/** To open the agenda's pages. */
export const AGENDA_PERMISSIONS = [{ action: AGENDA_ACTION, subject: null }];

/** To see and change webhooks. */
export const WEBHOOKS_PERMISSIONS = [{ action: WEBHOOKS_ACTION, subject: null }];
