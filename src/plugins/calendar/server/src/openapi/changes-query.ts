import { CHANGE_PARAMS } from '../resources/changes';
import type { DescribeContext } from './context';
import { type Inputs, inputsOf, languageInput } from './inputs';

/** D8.14: what may be sent to `/changes`. */
export const changesQuery = (context: DescribeContext): Inputs => ({
  ...inputsOf(CHANGE_PARAMS, context, ['changes']),
  ...languageInput(context),
});
