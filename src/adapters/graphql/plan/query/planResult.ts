import type { FieldNode } from "graphql";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";
import { costTerms } from "../costTerms.ts";
import type { PlainMember } from "../Plan.ts";
import { typeNamed } from "../typeNamed.ts";
import { planMembers } from "./planMembers.ts";
import { planSelection } from "./planSelection.ts";

type Fields = readonly [FieldNode, ...ReadonlyArray<FieldNode>];

/** Plans the fields selected of a result that is not a record. */
export const planPlainResult = (compilation: Compilation, type: string, nodes: Fields): ReadonlyArray<PlainMember> =>
  planMembers<PlainMember>(compilation, typeNamed(compilation, type), nodes, {
    typename: (key, name) => ({ _tag: "PlainTypename", key, name }),
    field: ({ key, definition }) => ({ _tag: "PlainValue", key, name: definition.name })
  });

/**
 * Plans the query for the fields selected of versions of records. Its parameters are numbered on their own, beginning with
 * the list of the versions. `parameters` says where the others are among those of the operation.
 */
export const planVersionsResult = (compilation: Compilation, collection: Collection, key: string, nodes: Fields) => {
  const { cost, parameters, query } = planRecordResult(compilation, collection, key, nodes);
  const roots = query.roots.flatMap((root): RecordQuery["roots"] =>
    root._tag === "RecordRoot" ? [{ ...root, _tag: "VersionsRoot", versions: root.uri }] : []
  );
  return { query: { roots }, parameters, cost };
};

/**
 * Plans the query for the fields selected of one record. Its parameters are numbered on their own, beginning with the URI.
 * `parameters` says where the others are among those of the operation.
 */
export const planRecordResult = (compilation: Compilation, collection: Collection, key: string, nodes: Fields) => {
  const own = compilation.nested();
  own.parameter(nodes[0], () => ({ value: "" }));
  const selection = planSelection(own, collection, nodes);
  const uri = { _tag: "Parameter" as const, index: 0 };
  const query: RecordQuery = { roots: [{ _tag: "RecordRoot", key, collection: collection.nsid, uri, selection }] };
  const from = compilation.sources.length;
  compilation.sources.push(...own.sources.slice(1));
  return { query, parameters: [from, compilation.sources.length] as const, cost: costTerms(query) };
};
