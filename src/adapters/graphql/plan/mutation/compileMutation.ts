import { type FieldNode, type GraphQLField, type GraphQLObjectType, Kind, type OperationDefinitionNode } from "graphql";
import type { RecordQuery, Root } from "../../../../domain/record/query/RecordQuery.ts";
import type { OutputKind } from "../../schema/OutputKind.ts";
import type { Compilation } from "../Compilation.ts";
import { type CostTerm, costTerms } from "../costTerms.ts";
import type { BatchMember } from "../Plan.ts";
import { collectFields } from "../query/collectFields.ts";
import { planAnySelection } from "../query/planAnySelection.ts";
import { planMembers } from "../query/planMembers.ts";
import { planPlainResult, planRecordResult } from "../query/planResult.ts";
import { planSelection } from "../query/planSelection.ts";
import { typeNamed } from "../typeNamed.ts";
import type { RequestValues } from "../values/RequestValues.ts";

/** A root of a mutation for one shape of its variables: all but its arguments, which every request has its own of. */
export interface CompiledStep {
  readonly key: string;
  readonly nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>];
  /** Null for `__typename`. */
  readonly definition: GraphQLField<unknown, unknown> | null;
  /** Null for `__typename` and for fields that bring their own resolvers. */
  readonly outputKind: OutputKind | null;
  /** What is asked of the record that comes back; null where none does. */
  readonly query: RecordQuery | null;
  /** The places of the parameters of `query` after its uri, among all parameters of the operation. */
  readonly parameters: readonly [from: number, to: number];
  readonly members: ReadonlyArray<BatchMember>;
  /** Of `query`. */
  readonly cost: ReadonlyArray<CostTerm>;
  /** How many records it is asked of. */
  readonly times: (run: RequestValues) => number;
}

/** How many entries a list argument has. */
const lengthOf =
  (node: FieldNode, name: string) =>
  ({ variables }: RequestValues): number => {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
    if (value?.kind === Kind.LIST) return value.values.length;
    return Array.isArray(given) ? given.length : 1;
  };

/** Each result of a batch: plain members, and what is asked of its record, all of it by one query. */
const planBatch = (compilation: Compilation, nodes: CompiledStep["nodes"]) => {
  const own = compilation.nested();
  own.parameter(nodes[0], () => ({ value: "" }));
  const uri = { _tag: "Parameter" as const, index: 0 };
  const roots: Array<Root> = [];
  const members = planMembers<BatchMember>(compilation, typeNamed(compilation, "WriteResult"), nodes, {
    typename: (key, name) => ({ _tag: "PlainTypename", key, name }),
    field: ({ key, definition, outputKind, nodes: asked }) => {
      if (outputKind._tag !== "AnyRecordKind") return { _tag: "PlainValue", key, name: definition.name };
      roots.push({ _tag: "AnyRecordRoot", key, uri, selections: planAnySelection(own, asked, planSelection) });
      return { _tag: "RecordMember", key };
    }
  });
  const query: RecordQuery = { roots };
  const from = compilation.sources.length;
  compilation.sources.push(...own.sources.slice(1));
  const parameters = [from, compilation.sources.length] as const;
  return { members, query, parameters, cost: costTerms(query), times: lengthOf(nodes[0], "writes") };
};

const compileStep = (
  compilation: Compilation,
  type: GraphQLObjectType,
  key: string,
  nodes: CompiledStep["nodes"]
): CompiledStep => {
  const name = nodes[0].name.value;
  const definition = type.getFields()[name] ?? null;
  const outputKind = compilation.api.outputKinds.get(type.name)?.get(name) ?? null;
  const step = {
    key,
    nodes,
    definition,
    outputKind,
    query: null,
    parameters: [0, 0] as const,
    members: [],
    cost: [],
    times: () => 1
  };
  switch (outputKind?._tag) {
    case "CreateKind":
    case "UpdateKind":
      return { ...step, ...planRecordResult(compilation, outputKind.collection, key, nodes) };
    case "DeleteKind":
      return { ...step, members: planPlainResult(compilation, "DeleteResult", nodes) };
    case "ApplyWritesKind":
      return { ...step, ...planBatch(compilation, nodes) };
    case "UploadBlobKind":
      return { ...step, members: planPlainResult(compilation, "BlobUploadResponse", nodes) };
    default:
      return step;
  }
};

/** Compiles the roots of a mutation, in order. */
export const compileMutation = (
  compilation: Compilation,
  type: GraphQLObjectType,
  operation: OperationDefinitionNode
): ReadonlyArray<CompiledStep> =>
  [...collectFields(compilation, type, operation.selectionSet.selections)].map(([key, nodes]) => {
    compilation.root = key;
    return compileStep(compilation, type, key, nodes);
  });
