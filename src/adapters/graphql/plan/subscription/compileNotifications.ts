import type { FieldNode, GraphQLField } from "graphql";
import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import type { Compilation, Outcome } from "../Compilation.ts";
import { namedCollections } from "../query/planNotifications.ts";
import { planVersionsResult } from "../query/planResult.ts";
import type { Argument } from "../values/Argument.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import { readArguments } from "../values/readArguments.ts";
import type { RecordSelected } from "./RecordSelected.ts";

/** A subscription to notifications, compiled for one shape of its variables. */
export interface CompiledNotifications {
  readonly _tag: "CompiledNotifications";
  readonly key: string;
  readonly after: (run: RequestValues) => unknown;
  /** What is selected of the records of each collection that counts. */
  readonly selected: ReadonlyMap<Nsid, RecordSelected>;
}

const readOf = (argument: Argument | undefined): ((run: RequestValues) => unknown) =>
  argument?._tag === "ScalarArgument" ? argument.read : () => null;

/** Old clients name the user to whom the notifications belong. It can only be the one who is signed in. */
const subscriberOf =
  (read: (run: RequestValues) => unknown) =>
  (run: RequestValues): Outcome<string> => {
    const given = read(run) ?? run.viewerDid;
    return given === run.viewerDid
      ? { value: String(given) }
      : { refused: "subscriberDid must be the DID of the signed-in user. Leave it out." };
  };

/** Compiles a subscription to the notifications of the signed-in user. Without one, the operation is refused. */
export const compileNotifications = (
  compilation: Compilation,
  definition: GraphQLField<unknown, unknown>,
  key: string,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): CompiledNotifications => {
  const [node] = nodes;
  if (compilation.run.viewerDid === null)
    compilation.refuse(node, "notificationCreated requires a signed-in user: send an access token.", "UNAUTHENTICATED");
  const given = readArguments(compilation, definition, node);
  compilation.parameter(node, subscriberOf(readOf(given.get("subscriberDid"))));
  const collections = namedCollections(compilation, given.get("collections"));
  const selected = new Map(
    collections.map((collection): readonly [Nsid, RecordSelected] => [
      collection.nsid,
      { _tag: "RecordSelected", ...planVersionsResult(compilation, collection, key, nodes) }
    ])
  );
  return { _tag: "CompiledNotifications", key, after: readOf(given.get("after")), selected };
};
