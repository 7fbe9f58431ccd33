import * as Either from "effect/Either";
import type { FieldNode, GraphQLField } from "graphql";
import { decodeAtUri } from "../../../domain/atproto/AtUri.ts";
import type { Root } from "../../../domain/record/RecordQuery.ts";
import type { Compilation, Outcome } from "./Compilation.ts";
import { planAnySelection } from "./planAnySelection.ts";
import { planSelection } from "./planSelection.ts";
import type { Run } from "./Run.ts";
import { readArguments } from "./readArguments.ts";

/** The record at an address. */
export const planAnyRecord = (
  compilation: Compilation,
  key: string,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): Root => {
  const given = readArguments(compilation, definition, nodes[0]).get("uri");
  const read = (run: Run): Outcome<string> =>
    Either.match(decodeAtUri(given?._tag === "ScalarArgument" ? String(given.read(run)) : ""), {
      onLeft: (reason): Outcome<string> => ({ refused: `uri ${reason}.` }),
      onRight: (value) => ({ value })
    });
  return {
    _tag: "AnyRecordRoot",
    key,
    uri: compilation.parameter(nodes[0], read),
    selections: planAnySelection(compilation, nodes, planSelection)
  };
};
