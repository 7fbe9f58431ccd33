/** Deterministic random numbers from 0 to below 1 (mulberry32). */
const generator = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Draws that many of the whole numbers from 0 to below `size`, none twice; all of them in random order if there are fewer. */
export const drawDistinct = (size: number, count: number, seed: number): ReadonlyArray<number> => {
  const random = generator(seed);
  // A Fisher-Yates shuffle that keeps only the numbers that have moved.
  const moved = new Map<number, number>();
  return Array.from({ length: Math.min(size, count) }, (_, at) => {
    const from = at + Math.floor(random() * (size - at));
    const drawn = moved.get(from) ?? from;
    moved.set(from, moved.get(at) ?? at);
    return drawn;
  });
};
