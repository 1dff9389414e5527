import { address } from './address';
import { basic } from './basic';
import { body } from './body';
import { errors } from './errors';
import { knownRateLimit, rateLimit } from './rate-limit';
import { shape } from './shape';

export const middlewares = {
  address,
  basic,
  body,
  errors,
  'rate-limit': rateLimit,
  'known-rate-limit': knownRateLimit,
  shape,
};
