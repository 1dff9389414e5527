import type { WallTime } from './wall-time';

export type DateDetails = Record<'year' | 'month' | 'day' | 'hour' | 'minutes' | 'seconds', string>;

/** Spec 4.2 `*_details`: the parts of a wall time as zero-padded strings; empty where there is none. */
export const dateDetails = (wall: WallTime | ''): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});
