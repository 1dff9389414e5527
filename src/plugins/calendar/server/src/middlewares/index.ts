import { address } from './address';
import { body } from './body';
import { errors } from './errors';

export const middlewares = { address, body, errors };
