import fs from 'node:fs';
import { errors } from '@strapi/utils';
import sharp from 'sharp';
import {
  errorBody,
  missingParams,
  refusalOf,
  refusalOfStatus,
} from '../../../src/plugins/calendar/server/src/messages/errors';

const NO_ROOM = 'rest_insufficient_storage';
const FULL = '/dev/full';

const named = (name: string) => Object.assign(new Error('detail'), { name });

it.each([
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '57P03' }), 503, 'rest_unavailable'],
  [new Error('Connection terminated unexpectedly'), 503, 'rest_unavailable'],
  [new Error('select 1 - Connection terminated unexpectedly'), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '57014' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '40001' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '53300' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '53100' }), 507, 'rest_insufficient_storage'],
  [Object.assign(new Error('x'), { code: 'SQLITE_FULL' }), 507, 'rest_insufficient_storage'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 507, 'rest_insufficient_storage'],
  [Object.assign(new Error('x'), { code: 'EDQUOT' }), 507, 'rest_insufficient_storage'],
  [Object.assign(new Error('x'), { code: 'EROFS' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '25006' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: 'EACCES' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: 'ENOENT' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: 'EMFILE' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '25P04' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '28000' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '28P01' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '3D000' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '42501' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '55000' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '55P03' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: 'SQLITE_READONLY' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: 'SQLITE_READONLY_DBMOVED' }), 503, 'rest_unavailable'],
  [Object.assign(new Error('x'), { code: '23514' }), 500, 'rest_internal_error'],
  [new Error('Knex: Timeout acquiring a connection. The pool'), 503, 'rest_unavailable'],
  [new errors.ValidationError('x - Connection ended is no date'), 400, 'rest_bad_request'],
  [new Error('a.jpg: write error\nsystem error: No space left on device'), 507, NO_ROOM],
  [new Error('a.jpg: write error\nsystem error: Disk quota exceeded'), 507, NO_ROOM],
  [
    new Error('a.jpg: unable to open\nsystem error: Read-only file system'),
    503,
    'rest_unavailable',
  ],
  [new errors.ValidationError('x\nsystem error: Disk quota exceeded'), 400, 'rest_bad_request'],
  [Object.assign(new SyntaxError('x'), { body: '{' }), 400, 'rest_invalid_json'],
  [named('PayloadTooLargeError'), 413, 'rest_body_too_large'],
  [Object.assign(new Error('x'), { status: 415 }), 415, 'rest_unsupported_media_type'],
  [Object.assign(new Error('x'), { status: 429 }), 429, 'rest_too_many_requests'],
  [Object.assign(new Error('x'), { status: 501 }), 500, 'rest_internal_error'],
  [Object.assign(new Error('x'), { status: 418 }), 418, 'rest_bad_request'],
  [new SyntaxError('x'), 500, 'rest_internal_error'],
  [undefined, 500, 'rest_internal_error'],
  ['text', 500, 'rest_internal_error'],
])('maps %p to %i %s', (error, status, code) => {
  const { refusal } = refusalOf(error);
  expect([refusal.status, refusal.code]).toEqual([status, code]);
});

(fs.existsSync(FULL) ? it : it.skip)('recognizes a full disk in an error of sharp', async () => {
  const create = { width: 400, height: 300, channels: 3 as const, background: '#123456' };
  const writing = sharp({ create }).jpeg().toFile(FULL);
  const error = await writing.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(refusalOf(error).refusal.status).toBe(507);
});

it('never exposes the message of an unexpected error', () => {
  const body = errorBody(refusalOf(new Error('password=hunter2')), 'en');
  expect(body).toEqual({
    code: 'rest_internal_error',
    message: 'Something went wrong on our side.',
    data: { status: 500 },
  });
});

it('sends Retry-After with 503', () => {
  expect(refusalOfStatus(503).refusal.headers).toEqual({ 'Retry-After': '10' });
});

it('lists missing parameters by name', () => {
  expect(errorBody(missingParams(['title', 'start_date']), 'en')).toEqual({
    code: 'rest_missing_callback_param',
    message: 'Missing parameter(s): title, start_date',
    data: { status: 400, params: ['title', 'start_date'] },
  });
});
