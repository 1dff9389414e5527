import { required, withNull } from '../../kinds/kind';
import { address, email, line, name } from '../../kinds/text/text';
import { postFields } from './post';

/** Spec 2: whose stated default is null. */
const NULL_OF_ORGANIZERS = [
  ...['author', 'date', 'date_utc', 'description', 'status'],
  ...['phone', 'website', 'email', 'image'],
];

/** Spec 2, and the extras of D4.7. */
export const organizerFields = withNull(
  {
    organizer: required(name),
    ...postFields,
    phone: line,
    website: address,
    email,
  },
  NULL_OF_ORGANIZERS,
);
