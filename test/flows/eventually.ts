import { setTimeout } from "node:timers/promises";

/** Waits until something is so; fails with what it is instead. */
export const eventually = async (what: string, check: () => Promise<boolean>, milliseconds = 15_000): Promise<void> => {
  const end = performance.now() + milliseconds;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`It did not come to pass that ${what}`);
    await setTimeout(50);
  }
};
