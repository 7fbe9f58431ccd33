import type { RejectionCount } from "./Labelers.ts";
import type { LabelRejection, LabelRejectionReason } from "./LabelRejection.ts";

/** Returns the rejections by reason, each with the last one; `at` is when they arrived, in Unix milliseconds. */
export const countRejections = (
  rejections: ReadonlyArray<LabelRejection>,
  at: number
): ReadonlyArray<RejectionCount> => {
  const counts = new Map<LabelRejectionReason, RejectionCount>();
  for (const rejection of rejections) {
    const count = (counts.get(rejection.reason)?.count ?? 0) + 1;
    counts.set(rejection.reason, { ...rejection, count, lastAt: at });
  }
  return [...counts.values()].toSorted((left, right) => (left.reason < right.reason ? -1 : 1));
};
