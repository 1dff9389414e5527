import { flag, oneOf, oneOfOrNone, timezone } from '../../kinds/choice-fields';
import { cost } from '../../kinds/cost/cost-field';
import { wallTime } from '../../kinds/dates/time-fields';
import { required, withDefault, withNull } from '../../kinds/field';
import { object } from '../../kinds/json-field';
import { oneReference } from '../../kinds/number-fields';
import { references } from '../../kinds/references-field';
import { address, currencyCode, line, name, text } from '../../kinds/text/text-fields';
import { postFields } from './post';

/** Spec 2, and the extras of D4.7. */
export const eventFields = withNull(
  {
    title: required(name),
    start_date: required(wallTime),
    end_date: required(wallTime),
    ...postFields,
    timezone,
    all_day: withDefault(flag, false),
    cost,
    website: address,
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: flag,
    sticky: flag,
    featured: flag,
    categories: references('category'),
    tags: references('tag'),
    venue: references('venue'),
    organizer: references('organizer'),
    password: text,
    event_status: oneOf(['scheduled', 'canceled', 'postponed']),
    attendance_mode: oneOf(['offline', 'online', 'mixed']),
    virtual_url: address,
    ticket_url: address,
    currency_symbol: line,
    currency_code: currencyCode,
    currency_position: oneOfOrNone(['prefix', 'postfix']),
    post_parent: oneReference,
    custom_fields: object,
  },
  ['website', 'categories', 'tags', 'venue', 'organizer'],
);
