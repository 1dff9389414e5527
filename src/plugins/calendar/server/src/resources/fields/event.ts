import { flag, oneOf, oneOfOrNone, timezone } from '../../params/choice-fields';
import { cost } from '../../params/cost-field';
import { required, withDefault, withNull } from '../../params/field';
import { object } from '../../params/json-field';
import { oneReference } from '../../params/number-fields';
import { references } from '../../params/references-field';
import { address, currencyCode, line, name, text } from '../../params/text-fields';
import { wallTime } from '../../params/time-fields';
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
