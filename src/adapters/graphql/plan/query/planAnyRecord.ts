import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { FieldNode, GraphQLField } from "graphql";
import { decodeAtUri, parseAtUri } from "../../../../domain/atproto/AtUri.ts";
import type { Root } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation, Outcome } from "../Compilation.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import { readArguments } from "../values/readArguments.ts";
import { planAnySelection } from "./planAnySelection.ts";
import { planSelection } from "./planSelection.ts";

const collectionOf = (uri: Outcome<string>): string | null =>
  "value" in uri ? (Option.getOrNull(parseAtUri(uri.value))?.collection ?? null) : null;

/** Plans the record at an AT URI. It is looked up in the collection that the URI names. */
export const planAnyRecord = (
  compilation: Compilation,
  key: string,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): Root => {
  const given = readArguments(compilation, definition, nodes[0]).get("uri");
  const read = (run: RequestValues): Outcome<string> =>
    Either.match(decodeAtUri(given?._tag === "ScalarArgument" ? String(given.read(run)) : ""), {
      onLeft: (reason): Outcome<string> => ({ refused: `uri ${reason}.` }),
      onRight: (value) => ({ value })
    });
  const collection = compilation.pinned((run) => collectionOf(read(run)));
  return {
    _tag: "AnyRecordRoot",
    key,
    uri: compilation.parameter(nodes[0], read),
    selections: planAnySelection(compilation, nodes, planSelection, collection === null ? [] : [collection])
  };
};
