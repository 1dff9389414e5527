/** Offsets in use somewhere that are no whole hours. */
const BROKEN_HOURS = [-9.5, -3.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75];

const offset = (hours: number) => `UTC${hours > 0 ? '+' : ''}${hours}`;

const OFFSETS = [...Array.from({ length: 27 }, (_, index) => index - 12), ...BROKEN_HOURS]
  .filter((hours) => hours !== 0)
  .sort((a, b) => a - b)
  .map(offset);

/** The zones that an event can have: IANA names, `UTC`, and fixed offsets such as `UTC+5.5`. */
export const ZONES = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...OFFSETS]),
] as readonly string[];
