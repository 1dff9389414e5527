import type { ListedEvent } from '../../../src/plugins/calendar/server/src/resources/event/payload';
import {
  type Blanks,
  REDACTED_VALUES,
  redacted,
} from '../../../src/plugins/calendar/server/src/resources/event/present';

it('does not compile while a field of events is neither kept nor blanked', () => {
  type Grown = ListedEvent & { registration_url: string };
  // @ts-expect-error: registration_url is missing.
  const blanks: Blanks<Grown> = REDACTED_VALUES;
  expect(blanks).toBe(REDACTED_VALUES);
});

it('removes fields that are not on the allow-list', () => {
  const shown = { id: 1, title: 'Fair', cost: '5', registration_url: 'https://example.org' };
  expect(redacted(shown as unknown as ListedEvent)).toEqual({ id: 1, title: 'Fair', cost: '' });
});
