import type { RecordCondition, RecordOperator } from "../../../application/records/browse/readCondition.ts";

const operators: ReadonlyMap<string, RecordOperator> = new Map<string, RecordOperator>([
  ["=", "equals"],
  ["!=", "not-equals"],
  ["~", "contains"],
  ["^", "starts-with"],
  [">=", "at-least"],
  ["<=", "at-most"]
]);

const form = /^(!?)([^=~^<>!\s]+)(?:(!=|>=|<=|=|~|\^)(.*))?$/s;

/** Reads a condition such as `status=x`, `createdAt>=2026-01-31`, `pinnedPost` or `!pinnedPost`; null for anything else. */
export const readCondition = (typed: string): RecordCondition | null => {
  const [, negation = "", property = "", sign, value = ""] = form.exec(typed) ?? [];
  if (property === "") return null;
  if (sign === undefined) return { property, operator: negation === "" ? "present" : "absent", value: null };
  const operator = operators.get(sign);
  return operator === undefined || negation !== "" ? null : { property, operator, value };
};
