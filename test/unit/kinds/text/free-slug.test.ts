import { freeSlug } from '../../../../src/plugins/calendar/server/src/kinds/text/normalize';
import { fc } from '../../../support/property';

const suffixed = (number: number) => (number === 1 ? 'x' : `x-${number}`);

/** The slug that is found where these numbers are taken, and how often was asked. */
async function found(taken: (number: number) => boolean) {
  let asked = 0;
  const numberOf = (slug: string) => Number(slug.split('-')[1] ?? 1);
  const slug = await freeSlug('x', async (slugs) => {
    asked += 1;
    return new Set(slugs.filter((each) => taken(numberOf(each))));
  });
  return { slug, number: numberOf(slug), asked };
}

describe('a free slug (D4.6)', () => {
  it('is the slug itself or the next suffix, found with one query', async () => {
    for (const count of [0, 1, 2, 15]) {
      const { slug, asked } = await found((number) => number <= count);
      expect([slug, asked]).toEqual([suffixed(count + 1), 1]);
    }
  });

  it('is the next suffix after many taken ones, found with few queries', async () => {
    for (const count of [16, 17, 31, 32, 33, 100, 9_999, 10_000, 1_234_567]) {
      const { slug, asked } = await found((number) => number <= count);
      expect(slug).toBe(suffixed(count + 1));
      expect(asked).toBeLessThanOrEqual(count <= 10_000 ? 6 : 8);
    }
  });

  it('is free and follows a taken one, whatever the gaps', async () => {
    const gaps = fc.uniqueArray(fc.integer({ min: 1, max: 300 }));
    await fc.assert(
      fc.asyncProperty(gaps, async (free) => {
        const taken = (number: number) => number <= 300 && !free.includes(number);
        const { number } = await found(taken);
        expect(taken(number)).toBe(false);
        expect(number === 1 || taken(number - 1)).toBe(true);
      }),
    );
  });
});
