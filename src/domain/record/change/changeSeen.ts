import type { NamedRecord } from "../query/operandValue.ts";
import type { RecordChange } from "./RecordChange.ts";

/**
 * Returns what a change is for somebody who sees only records that match: a record that begins to match is created, and
 * one that no longer matches is deleted. Returns null for a change that they do not see. A version that was erased may
 * have matched.
 */
export const changeSeen = (
  { after, before, kind }: RecordChange,
  matches: (record: NamedRecord) => boolean
): RecordChange["kind"] | null => {
  const was = kind !== "created" && (before === null || matches(before));
  const is = after !== null && matches(after);
  if (was && is) return "updated";
  if (is) return "created";
  return was ? "deleted" : null;
};
