import { errors } from '@strapi/utils';
import { type Ability, agenda as find } from '../records/agenda';
import { readAgendaQuery } from '../resources/agenda';
import { AGENDA_ACTION } from '../settings/agenda';

interface Asked {
  query: unknown;
  state: { userAbility: Ability };
  body: unknown;
}

/** D15: what the agenda of the admin shows. */
export const agenda = {
  async find(ctx: Asked) {
    const query = readAgendaQuery(ctx.query);
    if ('faults' in query) throw new errors.ValidationError(query.faults.join('; '));
    ctx.body = await find(query, ctx.state.userAbility, new Date());
  },
};

/** Asked by the agenda's page: `/calendar/admin/agenda?view=next-week&venue=12`. */
export const agendaRoute = {
  method: 'GET',
  path: '/admin/agenda',
  handler: 'agenda.find',
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [AGENDA_ACTION] } },
    ],
  },
};
