import { setTimeout } from "node:timers/promises";

const missingFrom = (all: ReadonlyArray<string>, from: ReadonlyArray<string>): ReadonlyArray<string> => {
  const present = new Set(from);
  return all.filter((each) => !present.has(each));
};

/** Waits until two readings are the same; fails with the first differences. */
export const untilSame = async (
  expected: () => Promise<ReadonlyArray<string>>,
  actual: () => Promise<ReadonlyArray<string>>,
  milliseconds: number
): Promise<ReadonlyArray<string>> => {
  for (const end = performance.now() + milliseconds; ; await setTimeout(250)) {
    const [wanted, found] = await Promise.all([expected(), actual()]);
    const [missing, surplus] = [missingFrom(wanted, found), missingFrom(found, wanted)];
    if (missing.length + surplus.length === 0 && wanted.length === found.length) return found;
    if (performance.now() > end)
      throw new Error(
        `${missing.length} of ${wanted.length} are missing: ${missing.slice(0, 5).join("; ")}\n` +
          `${surplus.length} are surplus: ${surplus.slice(0, 5).join("; ")}`
      );
  }
};
