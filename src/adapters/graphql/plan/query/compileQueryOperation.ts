import type { FieldNode, GraphQLObjectType, OperationDefinitionNode } from "graphql";
import type { RecordQuery, Root } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";
import { type CostTerm, costTerms } from "../costTerms.ts";
import { collectFields } from "./collectFields.ts";
import { planAggregate } from "./planAggregate.ts";
import { planAnyRecord } from "./planAnyRecord.ts";
import { planNotifications } from "./planNotifications.ts";
import { planPage } from "./planPage.ts";
import { planSearch } from "./planSearch.ts";
import { planSelection } from "./planSelection.ts";
import { planViewer } from "./planViewer.ts";

/** A query compiled for one shape of its variables. */
export interface CompiledQueryOperation {
  readonly keys: ReadonlyArray<string>;
  readonly query: RecordQuery | null;
  /** The result if only the type is selected, which needs neither the index nor resolvers; null otherwise. */
  readonly constant: string | null;
  /** The root fields with their own resolvers. */
  readonly executed: ReadonlyArray<FieldNode>;
  /** The introspection root fields. */
  readonly introspected: ReadonlyArray<FieldNode>;
  readonly cost: ReadonlyArray<CostTerm>;
}

type Fields = readonly [FieldNode, ...ReadonlyArray<FieldNode>];

const planRoot = (compilation: Compilation, type: GraphQLObjectType, key: string, nodes: Fields): Root | null => {
  const name = nodes[0].name.value;
  if (name === "__typename") return { _tag: "TypenameRoot", key, name: type.name };
  const definition = type.getFields()[name];
  const outputKind = compilation.api.outputKinds.get(type.name)?.get(name);
  if (definition === undefined || outputKind === undefined) return null;
  switch (outputKind._tag) {
    case "PageKind":
      return {
        _tag: "PageRoot",
        key,
        page: planPage(compilation, outputKind.collection, definition, nodes, planSelection)
      };
    case "AnyRecordKind":
      return planAnyRecord(compilation, key, definition, nodes);
    case "AggregateKind":
      return {
        _tag: "AggregateRoot",
        key,
        aggregate: planAggregate(compilation, outputKind.collection, definition, nodes)
      };
    case "NotificationsKind":
      return planNotifications(compilation, key, definition, nodes);
    case "SearchKind":
      return planSearch(compilation, key, definition, nodes);
    case "ViewerKind":
      return planViewer(compilation, key, nodes);
    default:
      return null;
  }
};

/** Compiles the root fields of a query. */
export const compileQueryOperation = (
  compilation: Compilation,
  type: GraphQLObjectType,
  operation: OperationDefinitionNode
): CompiledQueryOperation => {
  const collected = collectFields(compilation, type, operation.selectionSet.selections);
  const roots: Array<Root> = [];
  const executed: Array<FieldNode> = [];
  const introspected: Array<FieldNode> = [];
  for (const [key, nodes] of collected) {
    compilation.root = key;
    const root = planRoot(compilation, type, key, nodes);
    if (root !== null) roots.push(root);
    else if (nodes[0].name.value.startsWith("__")) introspected.push(...nodes);
    else executed.push(...nodes);
  }
  const keys = [...collected.keys()];
  // Selecting only the type needs no index.
  if (roots.some(({ _tag }) => _tag !== "TypenameRoot"))
    return { keys, query: { roots }, constant: null, executed, introspected, cost: costTerms({ roots }) };
  if (executed.length === 0 && introspected.length === 0 && roots.length > 0) {
    const constant = JSON.stringify(Object.fromEntries(keys.map((key) => [key, type.name])));
    return { keys, query: null, constant, executed, introspected, cost: [] };
  }
  const named = roots.flatMap(({ key }) => collected.get(key) ?? []);
  return { keys, query: null, constant: null, executed: [...executed, ...named], introspected, cost: [] };
};
