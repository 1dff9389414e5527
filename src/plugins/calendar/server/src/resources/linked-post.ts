import { choice, flag, orderName, status, statuses } from '../kinds/choice';
import { stating } from '../kinds/kind';
import { idItem } from '../kinds/list';
import { search } from '../kinds/text/text';
import { isDescending, LINKED_ORDERS, type OrderValues } from '../query/post-order';
import { hasEvents, type LinkedType, ofEvent, withUpcoming } from '../query/related-events';
import { containsPublicWords, containsWords } from '../query/search';
import type { ListedPost } from '../representation/records';
import { MODIFIED } from './modified';
import { filter, type PostResource, reference } from './resource';

/** Spec 4.3: it does nothing unless it is sent. */
const upcoming = stating(flag, false);

type LinkedOrder = OrderValues & { orderby?: (typeof LINKED_ORDERS)[number] };

type Own = 'path' | 'represent' | 'representAlone' | 'joined' | 'refusals';

/** Spec 4.3 and 4.4: what venues and organizers, which events refer to, have in common. */
export const linkedPost = <Row>(
  type: LinkedType,
  own: Pick<PostResource<ListedPost<Row>>, Own>,
): PostResource<ListedPost<Row>> => ({
  ...own,
  type,
  bySlug: true,
  filters: {
    search: filter(search),
    status: filter(status),
    event: reference('event', idItem, ofEvent(type)),
    has_events: filter(flag, hasEvents(type)),
    only_with_upcoming: filter(upcoming, withUpcoming(type)),
    ...MODIFIED,
    orderby: filter(orderName(LINKED_ORDERS)),
    order: filter(choice(['asc', 'desc'])),
  },
  editorFilters: { status: filter(statuses) },
  together({ search: sought }, { settings }) {
    if (typeof sought !== 'string') return { conditions: [], shown: {} };
    const open = settings.publicContacts || type !== 'organizer';
    return { conditions: [open ? containsWords(sought) : containsPublicWords(sought)], shown: {} };
  },
  single: {},
  order(values) {
    const { orderby = 'date', order } = values as LinkedOrder;
    return { by: orderby, descending: isDescending({ orderby, order }) };
  },
});
