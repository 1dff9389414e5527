/** A pseudo-random number generator (mulberry32): the same seed gives the same numbers. */
function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  const between = (least, most) => least + below(most - least + 1);
  const one = (list) => list[below(list.length)];
  const chance = (share) => next() < share;
  const several = (count, make) => [...new Set(Array.from({ length: count }, make))];
  return { next, below, between, one, chance, several };
}

module.exports = { randomFrom };
