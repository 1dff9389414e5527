import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';

/** A record's texts by language; a record need not have all languages. */
export type Texts<Fields> = Partial<Record<Language, Fields>>;

export type TermTexts = Texts<{ name: string; description?: string }>;

/** `HH:MM` in the event's own zone. */
type Clock = `${number}:${number}`;

/**
 * The time of an event relative to the day of loading (day 0): between two clock times (the second
 * one `nights` days later), on whole days, or a number of hours before or after the current hour.
 */
export type When =
  | { day: number; from: Clock; to: Clock; nights?: number }
  | { day: number; days: number }
  | { hour: number; hours: number };

/** Values of an event that are shared by all languages, apart from references and dates. */
export type EventDetails = {
  cost?: string;
  currency_symbol?: string;
  currency_code?: string;
  currency_position?: 'prefix' | 'postfix';
  website?: string;
  ticket_url?: string;
  virtual_url?: string;
  event_status?: 'canceled' | 'postponed';
  attendance_mode?: 'online' | 'mixed';
  featured?: true;
  sticky?: true;
  hide_from_listings?: true;
};

export type EventTexts = { title: string; excerpt?: string; description: string };
