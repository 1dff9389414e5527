const WALL_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?/;

export type WallTimeParts = { date: string; time: string };

/** The halves of `YYYY-MM-DD HH:MM:SS`; empty ones for anything else. No zone is involved. */
export function partsOf(wall: unknown): WallTimeParts {
  const [, date = '', minutes = '', seconds = ':00'] = WALL_TIME.exec(String(wall ?? '')) ?? [];
  return { date, time: minutes && minutes + seconds };
}

/** `YYYY-MM-DD HH:MM:SS`, at midnight when no time is given; null without a date. */
export function wallTimeOf({ date, time }: WallTimeParts): string | null {
  if (!date) return null;
  const { length } = time;
  return `${date} ${length === 5 ? `${time}:00` : time || '00:00:00'}`;
}
