import type { FieldNode } from "graphql";
import type { Parameter } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";
import type { RequestValues } from "./RequestValues.ts";

/** Returns the number of rows to read: `fallback` by default, and never more than `maximum`. */
export const limitParameter = (
  compilation: Compilation,
  node: FieldNode,
  given: { readonly name: string; readonly read: ((run: RequestValues) => unknown) | null },
  { fallback, maximum }: { readonly fallback: number; readonly maximum: number }
): Parameter =>
  compilation.parameter(node, (run) => {
    const requested = given.read === null ? fallback : given.read(run);
    if (typeof requested !== "number" || requested < 0) return { refused: `${given.name} must not be negative.` };
    return { value: Math.min(requested, maximum) };
  });
