import { errors } from '@strapi/utils';
import { isRefused } from '../../../src/plugins/calendar/server/src/saves/save';

const throws = (error: Error) => () => {
  throw error;
};

it('recognizes a validation error as a refusal', () => {
  expect(isRefused(throws(new errors.ValidationError('The end is before the start.')))).toBe(true);
  expect(isRefused(() => 'taken')).toBe(false);
});

it('rethrows an unexpected error', () => {
  expect(() => isRefused(throws(new TypeError('x is undefined')))).toThrow(TypeError);
});
