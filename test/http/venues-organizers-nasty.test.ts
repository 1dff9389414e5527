import { FIELDS } from '../../src/plugins/calendar/server/src/kinds/fields';
import { apiToken, bearer } from '../support/callers';
import { split } from '../support/extent';
import { api } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';
import { wrongWrites } from '../support/nasty-answers';
import { NASTY_FIELD_VALUES } from '../support/nasty-values';

it.each(split(LINKED_POSTS))(
  'a record of %s accepts any value of each field or names the invalid field',
  async (path, linked) => {
    const headers = bearer(await apiToken('full-access'));
    const { public_id: id } = await linked.build();
    const to = { address: api(`/${path}/${id}`), id, headers };
    expect(await wrongWrites(to, Object.keys(FIELDS[linked.type]), NASTY_FIELD_VALUES)).toEqual([]);
  },
);
