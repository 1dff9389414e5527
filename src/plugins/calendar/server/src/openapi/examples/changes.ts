import type { Changes } from '../../representation/payloads/changes';
import type { DescribeContext } from '../context';

const CURSOR = 'q5kn2DKXfvCm.2l.towhq6.1URrTDnzuFxw';

/** D8.14: an event that was changed, and a venue that is gone; there are more by now. */
export const exampleChanges = ({ root }: DescribeContext): Changes => ({
  changes: [
    { id: 12, type: 'event', revision: 1795345225106, languages: ['en', 'fr'] },
    { id: 4, type: 'venue', revision: 1795345855493, languages: [], deleted: true },
  ],
  cursor: CURSOR,
  next_rest_url: `${root}/changes?since=${CURSOR}&per_page=2`,
});
