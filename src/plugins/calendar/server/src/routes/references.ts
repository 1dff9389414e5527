import { RECORD_TYPES } from '../settings/record-types';

/** Asked by the admin's inputs: `/calendar/references/venue?q=hall`, `/calendar/references/tag?ids=3,1`. */
export const referenceRoute = {
  method: 'GET',
  path: `/references/:type(${RECORD_TYPES.join('|')})`,
  handler: 'references.find',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};
