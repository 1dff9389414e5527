import { type Fields, required } from '../../params/field';
import { address, email, line, name } from '../../params/text-fields';
import { postFields } from './post';

/** Spec 2, and the extras of D4.7. */
export const organizerFields = {
  organizer: required(name),
  ...postFields,
  phone: line,
  website: address,
  email,
} satisfies Fields;
