/** D15.3: the views of the agenda, in the order in which they are offered. */
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

/** The records of a page. */
export const AGENDA_PAGE = 50;

/** D15.8: the records that are selected at once because they match; minutes of work. */
export const MAX_SELECTED = 500;

/** D15.8: the days by which records are moved at once at most: ten years. */
export const MAX_SHIFT_DAYS = 3660;

/** D15.8: the dates of one record that is copied, its own included; or the days that are named for copies. */
export const MAX_COPY_DATES = 100;

/** D15.13: the drafts of a page of moderation, and the characters of a note to an author. */
export const SUBMISSIONS_PAGE = 20;
export const MAX_NOTE_LENGTH = 2000;

/** D15.12: the records of a week or a month at most; more than a person can look at. */
export const MAX_IN_CALENDAR = 3000;

/** Strapi's name for the right to open the agenda. */
export const AGENDA_ACTION = 'plugin::calendar.agenda.read';
