import { address } from './address';
import { errors } from './errors';

export const middlewares = { address, errors };
