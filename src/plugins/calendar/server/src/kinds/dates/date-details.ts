import { z } from 'zod';
import type { WallTime } from './wall-time';

/** D5.10: empty where an unfinished draft has no time. */
const digits = (count: number) => z.string().regex(new RegExp(`^(\\d{${count}})?$`));

/** Spec 4.2 `*_details`. */
export const DateDetails = z.object({
  year: digits(4),
  month: digits(2),
  day: digits(2),
  hour: digits(2),
  minutes: digits(2),
  seconds: digits(2),
});
export type DateDetails = z.infer<typeof DateDetails>;

/** Spec 4.2 `*_details`: the parts of a wall time as zero-padded strings; empty where there is none. */
export const dateDetails = (wall: WallTime | ''): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});
