/** How many slugs are asked for at once. */
const AT_ONCE = 16;

const SUFFIXES = Array.from({ length: AT_ONCE }, (_, at) => at + 1);

/** As far as 2 to the 24th: a suffix has room for nine digits (D4.6). */
const DOUBLED = Array.from({ length: 20 }, (_, at) => AT_ONCE * 2 ** (at + 1));

/** Between a number that is taken and one that is free, those to ask for next. */
function between(taken: number, free: number): number[] {
  if (free === Number.POSITIVE_INFINITY) return taken === 0 ? SUFFIXES : DOUBLED;
  const step = Math.ceil((free - taken) / (AT_ONCE + 1));
  const steps = Math.ceil((free - taken) / step) - 1;
  return Array.from({ length: steps }, (_, at) => taken + (at + 1) * step);
}

const suffixed = (slug: string, number: number) => (number === 1 ? slug : `${slug}-${number}`);

/** Of these slugs those that are taken. */
export type Taken = (slugs: string[]) => Promise<ReadonlySet<string>>;

/**
 * D4.6: the slug itself, or with a free suffix: `-2`, `-3`, … Up to 16 it is the first free one; where
 * more are taken, one that follows a taken one, found by doubling and dividing: of 10,000 equal titles
 * each asks half a dozen times.
 */
export async function freeSlug(slug: string, takenOf: Taken): Promise<string> {
  let [taken, free] = [0, Number.POSITIVE_INFINITY];
  while (free - taken > 1) {
    const numbers = between(taken, free);
    const found = await takenOf(numbers.map((number) => suffixed(slug, number)));
    const first = numbers.findIndex((number) => !found.has(suffixed(slug, number)));
    const before = first === -1 ? numbers.length : first;
    taken = numbers[before - 1] ?? taken;
    free = numbers[first] ?? free;
    if (taken === DOUBLED.at(-1)) throw new Error(`No suffix of "${slug}" is free.`);
  }
  return suffixed(slug, free);
}
