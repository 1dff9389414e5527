import { oneText, type Param, Unreadable } from './param';

/** D8.7: callers who may not find what is unpublished can ask for `publish` and nothing else. */
export const status: Param<'publish'> = {
  schema: { type: 'string', default: 'publish' },
  standard: 'publish',
  read(sent) {
    if (oneText(sent) !== 'publish') throw new Unreadable('not_status');
    return 'publish';
  },
  show: String,
};
