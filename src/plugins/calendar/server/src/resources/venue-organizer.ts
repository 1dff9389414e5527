import { notHidden, publicAt } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { direction, flag, orderName, status, statuses } from '../kinds/choice';
import { documentingDefault } from '../kinds/kind';
import { idItem } from '../kinds/number';
import type { OrganizerRow, VenueRow } from '../kinds/rows';
import { search } from '../kinds/text/text';
import type { LinkedType } from '../settings/record-types';
import { FLAG, KIND } from '../sql/facets';
import { all, not, raw, type Sql, sql, TRUE } from '../sql/sql';
import { PATHS } from './answer';
import { EXTERNAL, MODIFIED } from './changes';
import {
  inEvent,
  inEventById,
  isDescending,
  LINKED_ORDERS,
  type OrderValues,
  unflagged,
} from './event/conditions';
import { filter, type PostResource, reference, type TranslatedPost } from './resource';
import { containsPublicWords, containsWords } from './search';
import { presentTranslatedOrganizer, presentTranslatedVenue } from './shared/present';
import { presentSingleOrganizer, presentSingleVenue } from './shared/single';

/** D8.9: whether the viewer sees public events only, which are all that the listing contains. */
const seesOnlyPublicEvents = ({ userId, unlocked, unpublished }: Viewer) =>
  !userId && !unlocked && !unpublished?.includes('event');

/**
 * `inEvent` answered by the listing. A scalar subquery with LIMIT 1 reads one index range per venue
 * or organizer; PostgreSQL would turn an EXISTS into a join over all rows.
 */
const inListing = (field: LinkedType, { now }: Viewer, ...conditions: Sql[]): Sql =>
  sql`COALESCE((SELECT 1 FROM @calendar_listing l WHERE ${all([
    sql`l.kind = ${raw(`${KIND[field]}`)} AND l.target = e.public_id`,
    sql`l.visible_from <= ${now}`,
    ...conditions,
  ])} LIMIT 1), 0) = 1`;

const notTrashed = raw('h.trashed_at IS NULL');
const published = raw('h.published_at IS NOT NULL');

/** Spec 4.3 `event`: the venues or organizers of an event, in any of its languages. */
const ofEvent =
  (field: LinkedType) =>
  ([id = 0]: number[], viewer: Viewer): Sql =>
    inEventById(field, id, viewer);

/** Spec 4.3 `has_events`: those with published events, past ones included, or those without. */
const hasEvents =
  (field: LinkedType) =>
  (wanted: boolean, viewer: Viewer): Sql => {
    const has = seesOnlyPublicEvents(viewer)
      ? inListing(field, viewer)
      : inEvent(field, all([notTrashed, published]), viewer);
    return wanted ? has : not(has);
  };

/** Spec 4.3 `only_with_upcoming`: those with listed events that have not begun yet. `false` has no effect. */
const withUpcoming =
  (field: LinkedType) =>
  (wanted: boolean, viewer: Viewer): Sql => {
    if (!wanted) return TRUE;
    if (seesOnlyPublicEvents(viewer)) {
      return inListing(field, viewer, sql`l.utc_start >= ${viewer.now}`, unflagged(FLAG.hidden));
    }
    const ahead = sql`h.utc_start_date >= ${viewer.now} AND h.utc_end_date IS NOT NULL`; // D5.10
    const inLists = viewer.unpublished?.includes('event') ? notTrashed : publicAt('h', viewer.now);
    return inEvent(field, all([inLists, ahead, notHidden('h')]), viewer);
  };

/** Spec 4.3: documents the default `false` without applying it, since omitting it has the same effect. */
const upcoming = documentingDefault(flag, false);

type LinkedOrder = OrderValues & { orderby?: (typeof LINKED_ORDERS)[number] };

type Own = 'present' | 'presentSingle' | 'coupled' | 'refusals';

/** Spec 4.3 and 4.4: the common definition of venues and organizers. */
const linkedPost = <Row>(
  type: LinkedType,
  own: Pick<PostResource<TranslatedPost<Row>>, Own>,
): PostResource<TranslatedPost<Row>> => ({
  ...own,
  type,
  path: PATHS[type],
  bySlug: true,
  filters: {
    search: filter(search),
    status: filter(status),
    event: reference('event', idItem, ofEvent(type)),
    has_events: filter(flag, hasEvents(type)),
    only_with_upcoming: filter(upcoming, withUpcoming(type)),
    ...MODIFIED,
    ...EXTERNAL,
    orderby: filter(orderName(LINKED_ORDERS)),
    order: filter(direction),
  },
  editorFilters: { status: filter(statuses) },
  combine({ search: sought }, { settings }) {
    if (typeof sought !== 'string') return { conditions: () => [], params: {} };
    const contains =
      settings.publicContacts || type !== 'organizer' ? containsWords : containsPublicWords;
    return { conditions: () => [contains(sought)], params: {} };
  },
  single: {},
  order(values) {
    const { orderby = 'date', order } = values as LinkedOrder;
    return { by: orderby, descending: isDescending({ orderby, order }) };
  },
});

/** Spec 4.3: the places of events. */
export const venue = linkedPost<VenueRow>('venue', {
  present: presentTranslatedVenue,
  presentSingle: presentSingleVenue,
  coupled: ['country', 'state', 'province', 'stateprovince'],
  refusals: {
    notFound: 'rest-venue-not-found',
    notAccessible: 'venue-not-accessible',
    noSuchPage: 'venue-archive-page-not-found',
  },
});

/** Spec 4.4: the hosts of events. */
export const organizer = linkedPost<OrganizerRow>('organizer', {
  present: presentTranslatedOrganizer,
  presentSingle: presentSingleOrganizer,
  refusals: {
    notFound: 'rest-organizer-not-found',
    notAccessible: 'organizer-not-accessible',
    noSuchPage: 'organizer-archive-page-not-found',
  },
});
