import { actionsOf } from '../settings/actions';
import type { RecordType } from '../settings/record-types';

/** Where Strapi looks for what a controller's method may be asked by. */
const KIND = Symbol.for('__type__');

/** D10.2: a right that no route asks for; it is there to be granted. */
const right = () => Object.assign(() => undefined, { [KIND]: ['content-api'] });

/** Every right of a type, for Strapi's roles and API tokens to offer; routes put their methods over them. */
export const rightsOf = (type: RecordType) =>
  Object.fromEntries(actionsOf(type).map((action) => [action, right()]));

/** D10.3: of pictures, which have no address of their own. */
export const pictureRights = { upload: right() };
