/** D15.3: the views of the agenda, in display order. */
export const AGENDA_VIEWS = [
  'all',
  'today',
  'this-week',
  'next-week',
  'this-month',
  'past',
  'pending',
  'draft',
  'future',
  'trash',
] as const;

export type AgendaView = (typeof AGENDA_VIEWS)[number];

/** Records per page. */
export const AGENDA_PAGE = 50;

/** Maximum characters of a search. */
export const MAX_SEARCH_LENGTH = 200;

/** D15.8: maximum records that "select all matching" selects; a bulk action on them takes minutes. */
export const MAX_SELECTED = 500;

/** D15.8: maximum days by which a bulk action shifts records: ten years. */
export const MAX_SHIFT_DAYS = 3660;

/** D15.8: maximum dates of a recurring copy, the original's included, or days listed for copies. */
export const MAX_COPY_DATES = 100;

/** D15.13: drafts per page of the moderation queue, and maximum characters of a note to an author. */
export const SUBMISSIONS_PAGE = 20;
export const MAX_NOTE_LENGTH = 2000;

/** D15.12: maximum records of a week or month in the calendar. */
export const MAX_IN_CALENDAR = 3000;

/** The action of the admin permission to open the agenda. */
export const AGENDA_ACTION = 'plugin::calendar.agenda.read';
