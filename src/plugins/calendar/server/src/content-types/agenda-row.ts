import type { Language } from '../settings/languages';
import type { FileRow, Instant, PostRow } from './rows';

/** A row of an event as far as the agenda shows it. */
export interface AgendaRow
  extends Pick<PostRow, 'publishedAt' | 'post_status' | 'trashed_at' | 'date'> {
  public_id: number;
  documentId: string;
  locale: Language;
  updatedAt: Instant;
  title: string | null;
  start_date: string | null;
  end_date: string | null;
  timezone: string | null;
  all_day: boolean | null;
  utc_start_date: Instant | null;
  utc_end_date: Instant | null;
  venue: number[] | null;
  organizer: number[] | null;
  categories: number[] | null;
  event_status: string | null;
  featured: boolean | null;
  hide_from_listings: boolean | null;
  password: string | null;
  image?: (FileRow & { alternativeText?: string | null }) | null;
}
