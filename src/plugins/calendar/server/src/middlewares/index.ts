import { address } from './address';
import { basic } from './basic';
import { caching } from './caching';
import { compression } from './compression';
import { cors } from './cors';
import { deadline } from './deadline';
import { errors } from './errors';
import { logIn } from './log-in';
import { multipart, sentFiles } from './multipart';
import { queues } from './queues';
import { knownRateLimit, rateLimit } from './rate-limit';
import { recordStatus } from './record-status';
import { requestId } from './request-id';
import { responseCache } from './response-cache';
import { body } from './sent-body';
import { shape } from './shape';
import { storedFiles } from './stored-files';

export const middlewares = {
  address,
  basic,
  body,
  caching,
  compression,
  cors,
  errors,
  'log-in': logIn,
  multipart,
  deadline,
  queues,
  'rate-limit': rateLimit,
  'known-rate-limit': knownRateLimit,
  'record-status': recordStatus,
  'request-id': requestId,
  'response-cache': responseCache,
  'sent-files': sentFiles,
  shape,
  'stored-files': storedFiles,
};
