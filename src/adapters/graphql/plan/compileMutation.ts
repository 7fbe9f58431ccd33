import type { FieldNode, GraphQLField, GraphQLObjectType, OperationDefinitionNode } from "graphql";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import type { RecordQuery } from "../../../domain/record/RecordQuery.ts";
import type { OutputMeaning } from "../schema/OutputMeaning.ts";
import type { Compilation } from "./Compilation.ts";
import { collectFields } from "./collectFields.ts";
import { type CostTerm, costTerms } from "./costTerms.ts";
import type { PlainMember } from "./Plan.ts";
import { planMembers } from "./planMembers.ts";
import { planSelection } from "./planSelection.ts";
import { typeNamed } from "./typeNamed.ts";

/** A root of a mutation for one shape of its variables: all but its arguments, which every request has its own of. */
export interface CompiledStep {
  readonly key: string;
  readonly nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>];
  /** Null for `__typename`. */
  readonly definition: GraphQLField<unknown, unknown> | null;
  /** Null for `__typename` and for fields that bring their own resolvers. */
  readonly meaning: OutputMeaning | null;
  /** What is asked of the record that comes back; null where none does. */
  readonly query: RecordQuery | null;
  /** The places of the parameters of `query` after its uri, among all parameters of the operation. */
  readonly parameters: readonly [from: number, to: number];
  readonly members: ReadonlyArray<PlainMember>;
  /** Of `query`. */
  readonly cost: ReadonlyArray<CostTerm>;
}

/** What is asked of a result that is no record. */
const planPlain = (compilation: Compilation, type: string, nodes: CompiledStep["nodes"]): ReadonlyArray<PlainMember> =>
  planMembers<PlainMember>(compilation, typeNamed(compilation, type), nodes, {
    typename: (key, name) => ({ _tag: "PlainTypename", key, name }),
    field: ({ key, definition }) => ({ _tag: "PlainValue", key, name: definition.name })
  });

/** The parameters of each record are numbered by themselves: its uri is the first. */
const planRecord = (compilation: Compilation, collection: Collection, key: string, nodes: CompiledStep["nodes"]) => {
  const own = compilation.nested();
  own.parameter(nodes[0], () => ({ value: "" }));
  const selection = planSelection(own, collection, nodes);
  const uri = { _tag: "Parameter" as const, index: 0 };
  const query: RecordQuery = { roots: [{ _tag: "RecordRoot", key, collection: collection.nsid, uri, selection }] };
  const from = compilation.sources.length;
  compilation.sources.push(...own.sources.slice(1));
  return { query, parameters: [from, compilation.sources.length] as const, cost: costTerms(query) };
};

const compileStep = (
  compilation: Compilation,
  type: GraphQLObjectType,
  key: string,
  nodes: CompiledStep["nodes"]
): CompiledStep => {
  const name = nodes[0].name.value;
  const definition = type.getFields()[name] ?? null;
  const meaning = compilation.api.meanings.get(type.name)?.get(name) ?? null;
  const step = { key, nodes, definition, meaning, query: null, parameters: [0, 0] as const, members: [], cost: [] };
  switch (meaning?._tag) {
    case "CreateMeaning":
    case "UpdateMeaning":
      return { ...step, ...planRecord(compilation, meaning.collection, key, nodes) };
    case "DeleteMeaning":
      return { ...step, members: planPlain(compilation, "DeleteResult", nodes) };
    case "UploadBlobMeaning":
      return { ...step, members: planPlain(compilation, "BlobUploadResponse", nodes) };
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
