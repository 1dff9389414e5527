import { errors } from '@strapi/utils';
import { z } from 'zod';
import type { Ability } from '../records/agenda';
import { deleteForGood } from '../records/delete-for-good';
import { AGENDA_ACTION } from '../settings/agenda';
import { LARGEST_ID } from '../settings/record-types';

/** Some records at a time: whoever empties a trash sees how far it is, and can stop. */
const MOST_AT_ONCE = 50;

const NUMBERS = `ids must be a list of 1 to ${MOST_AT_ONCE} ids, which are whole numbers from 1 on`;

const asked = z.strictObject({
  ids: z.array(z.int().min(1).max(LARGEST_ID)).min(1).max(MOST_AT_ONCE),
});

interface Asked {
  request: { body?: unknown };
  state: { userAbility: Ability };
  body: unknown;
}

/** D6.3: the end of what is in the trash. */
export const trash = {
  async remove(ctx: Asked) {
    const { data } = asked.safeParse(ctx.request.body);
    if (!data) throw new errors.ValidationError(NUMBERS);
    const ids = [...new Set(data.ids)];
    ctx.body = { results: await deleteForGood('event', ids, ctx.state.userAbility) };
  },
};

/** Asked by the agenda's page: `{"ids": [12, 31]}`; a POST, because a DELETE has no body. */
export const trashRoute = {
  method: 'POST',
  path: '/admin/trash/delete',
  handler: 'trash.remove',
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [AGENDA_ACTION] } },
    ],
  },
};
