import { accessLog } from './access-log';
import { address } from './address';
import { basic } from './basic';
import { body } from './body';
import { errors } from './errors';
import { knownRateLimit, rateLimit } from './rate-limit';

export const middlewares = {
  'access-log': accessLog,
  address,
  basic,
  body,
  errors,
  'rate-limit': rateLimit,
  'known-rate-limit': knownRateLimit,
};
