import type { Point } from '../query/geography';
import type { Language } from '../settings/languages';
import type { Settings } from '../settings/settings';

/** What a representation depends on besides its record. */
export interface View {
  /** The language that the caller asked for. */
  language: Language;
  /** Where the service is published: `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root as the caller addressed it, language included, without a slash at the end. */
  root: string;
  settings: Settings;
  /** The point around which a list was asked for. */
  near?: Point;
  now: Date;
}
