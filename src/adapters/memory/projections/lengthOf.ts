import { countedEntries, type QueueLength } from "../../../domain/health/QueueLength.ts";

/** Returns the length of a queue, given the number of failed attempts of each entry. */
export const lengthOf = (failures: ReadonlyArray<number>): QueueLength => {
  const counted = failures.slice(0, countedEntries);
  return { waiting: counted.length, failed: counted.filter((failed) => failed > 0).length };
};
