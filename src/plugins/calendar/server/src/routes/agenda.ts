import { AGENDA_ACTION } from '../settings/agenda';

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
