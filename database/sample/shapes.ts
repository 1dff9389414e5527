import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';

/** A record's texts, in the languages in which it has any. */
export type Texts<Fields> = Partial<Record<Language, Fields>>;

export type TermTexts = Texts<{ name: string; description?: string }>;

/** `HH:MM` on the clock of the event's own zone. */
type Clock = `${number}:${number}`;

/**
 * When an event happens, seen from the day of loading (day 0): between two clock times (the second
 * `nights` days later), on whole days, or from some hours before or after the present hour.
 */
export type When =
  | { day: number; from: Clock; to: Clock; nights?: number }
  | { day: number; days: number }
  | { hour: number; hours: number };

/** Values of an event that are the same in every language, references and dates apart. */
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
