import type { FieldNode, GraphQLObjectType, OperationDefinitionNode } from "graphql";
import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import type { RecordChange } from "../../../../domain/record/change/RecordChange.ts";
import type { Filter } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";
import type { PlainMember } from "../Plan.ts";
import { collectFields } from "../query/collectFields.ts";
import { planPlainResult, planVersionsResult } from "../query/planResult.ts";
import { planWhere } from "../query/planWhere.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import { readArguments } from "../values/readArguments.ts";
import { type CompiledNotifications, compileNotifications } from "./compileNotifications.ts";
import type { RecordSelected } from "./RecordSelected.ts";
import { unfollowed } from "./unfollowed.ts";

/** What a subscription returns of each change: a query for the record, or members that are known without one. */
type Selected = RecordSelected | { readonly _tag: "MembersSelected"; readonly members: ReadonlyArray<PlainMember> };

/** The root of a subscription, compiled for one shape of its variables. */
export type CompiledSubscription = CompiledChanges | CompiledNotifications;

/** A subscription to changes of a collection, compiled for one shape of its variables. */
interface CompiledChanges {
  readonly _tag: "CompiledChanges";
  readonly key: string;
  readonly collection: Nsid;
  readonly change: RecordChange["kind"];
  /** Its parameters are the first ones of the operation. */
  readonly where: Filter;
  readonly whereParameters: number;
  readonly after: (run: RequestValues) => unknown;
  readonly selected: Selected;
}

const compileRoot = (
  compilation: Compilation,
  type: GraphQLObjectType,
  key: string,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): CompiledSubscription | null => {
  const name = nodes[0].name.value;
  const definition = type.getFields()[name];
  const outputKind = compilation.api.outputKinds.get(type.name)?.get(name);
  if (definition === undefined) return null;
  if (outputKind?._tag === "NotificationCreatedKind") return compileNotifications(compilation, definition, key, nodes);
  if (outputKind?._tag !== "ChangeKind") return null;
  const { change, collection } = outputKind;
  const given = readArguments(compilation, definition, nodes[0]);
  const where = planWhere(compilation, collection, given.get("where"), nodes[0]);
  const refused = unfollowed(where);
  if (refused !== null) compilation.refuse(nodes[0], `where: a subscription cannot filter by ${refused}.`);
  const whereParameters = compilation.sources.length;
  const after = given.get("after");
  const selected: Selected =
    change === "deleted"
      ? { _tag: "MembersSelected", members: planPlainResult(compilation, "DeletedRecord", nodes) }
      : { _tag: "RecordSelected", ...planVersionsResult(compilation, collection, key, nodes) };
  return {
    _tag: "CompiledChanges",
    key,
    collection: collection.nsid,
    change,
    where,
    whereParameters,
    after: after?._tag === "ScalarArgument" ? after.read : () => null,
    selected
  };
};

/**
 * Compiles the only root field of a subscription; null for a field that cannot be subscribed to. Validation has found that
 * there is one (GraphQL specification, section 5.2.3.1).
 */
export const compileSubscription = (
  compilation: Compilation,
  type: GraphQLObjectType,
  operation: OperationDefinitionNode
): CompiledSubscription | null => {
  const [root] = collectFields(compilation, type, operation.selectionSet.selections);
  if (root === undefined) return null;
  const [key, nodes] = root;
  compilation.root = key;
  return compileRoot(compilation, type, key, nodes);
};
