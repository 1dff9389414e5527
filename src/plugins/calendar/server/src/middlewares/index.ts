import { address } from './address';
import { basic } from './basic';
import { body } from './body';
import { caching } from './caching';
import { errors } from './errors';
import { knownRateLimit, rateLimit } from './rate-limit';
import { requestId } from './request-id';
import { shape } from './shape';

export const middlewares = {
  address,
  basic,
  body,
  caching,
  errors,
  'rate-limit': rateLimit,
  'known-rate-limit': knownRateLimit,
  'request-id': requestId,
  shape,
};
