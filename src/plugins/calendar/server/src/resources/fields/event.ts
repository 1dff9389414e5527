import { choice, choiceOrNone, flag } from '../../kinds/choice';
import { cost } from '../../kinds/cost/parse-cost';
import { timezone, wallTime } from '../../kinds/dates/date';
import { required, stating, withNull } from '../../kinds/kind';
import { oneReference } from '../../kinds/number';
import { object } from '../../kinds/object';
import { references } from '../../kinds/reference';
import { address, currencyCode, line, name, text } from '../../kinds/text/text';
import { postFields } from './post';

/** Spec 2, and the extras of D4.7. */
export const eventFields = withNull(
  {
    title: required(name),
    start_date: required(wallTime),
    end_date: required(wallTime),
    ...postFields,
    timezone,
    all_day: stating(flag, false),
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
    event_status: choice(['scheduled', 'canceled', 'postponed']),
    attendance_mode: choice(['offline', 'online', 'mixed']),
    virtual_url: address,
    ticket_url: address,
    currency_symbol: line,
    currency_code: currencyCode,
    currency_position: choiceOrNone(['prefix', 'postfix']),
    post_parent: oneReference,
    custom_fields: object,
  },
  ['website', 'categories', 'tags', 'venue', 'organizer'],
);
