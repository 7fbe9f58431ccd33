import type { FieldNode } from "graphql";
import type { Parameter } from "../../../domain/record/RecordQuery.ts";
import type { Compilation } from "./Compilation.ts";
import type { Run } from "./Run.ts";

/** How many rows to take: `otherwise` where nothing is given, `most` where more is asked for. */
export const takeParameter = (
  compilation: Compilation,
  node: FieldNode,
  given: { readonly name: string; readonly read: ((run: Run) => unknown) | null },
  { otherwise, most }: { readonly otherwise: number; readonly most: number }
): Parameter =>
  compilation.parameter(node, (run) => {
    const asked = given.read === null ? otherwise : given.read(run);
    if (typeof asked !== "number" || asked < 0) return { refused: `${given.name} must not be negative.` };
    return { value: Math.min(asked, most) };
  });
