import type { FieldNode, GraphQLField } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import { maxCountBound } from "../../../../domain/record/query/maxCountBound.ts";
import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import type {
  EdgeMember,
  Filter,
  Page,
  PageInfoMember,
  PageMember,
  Selection
} from "../../../../domain/record/query/RecordQuery.ts";
import { defaultPageSize } from "../../schema/page/pageArguments.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import type { Argument, Arguments } from "../values/Argument.ts";
import { limitParameter } from "../values/limitParameter.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import { readArguments } from "../values/readArguments.ts";
import { viewerParameter } from "../values/viewerParameter.ts";
import { planMembers } from "./planMembers.ts";
import { planSeek } from "./planSeek.ts";
import { planSort } from "./planSort.ts";
import { planWhere } from "./planWhere.ts";

/** Plans the fields selected of a record of a collection. */
export type SelectRecord = (
  compilation: Compilation,
  collection: Collection,
  nodes: ReadonlyArray<FieldNode>
) => Selection;

const readOf = (argument: Argument | undefined): ((run: RequestValues) => unknown) | null =>
  argument?._tag === "ScalarArgument" ? argument.read : null;

/** The bounds of a page: the first or the last rows between two cursors. */
const planBounds = (compilation: Compilation, collection: Collection, given: Arguments, node: FieldNode) => {
  const [first, last, after, before] = ["first", "last", "after", "before"].map((name) => readOf(given.get(name)));
  if (first && last) compilation.refuse(node, "Give first or last, not both.");
  const backward = !first && Boolean(last || (before && !after));
  const sort = planSort(compilation, collection, given.get("sortBy"), node);
  const size = backward ? { name: "last", read: last ?? null } : { name: "first", read: first ?? null };
  return {
    sort,
    direction: backward ? ("backward" as const) : ("forward" as const),
    take: limitParameter(compilation, node, size, { fallback: defaultPageSize, maximum: maxPageSize }),
    after: after ? planSeek(compilation, sort, "after", after, node) : null,
    before: before ? planSeek(compilation, sort, "before", before, node) : null
  };
};

const planEdges = (
  compilation: Compilation,
  collection: Collection,
  nodes: ReadonlyArray<FieldNode>,
  select: SelectRecord
) =>
  planMembers<EdgeMember>(compilation, typeNamed(compilation, `${typeName(collection.nsid)}Edge`), nodes, {
    typename: (key, name) => ({ _tag: "EdgeTypename", key, name }),
    field: ({ key, outputKind, nodes: selected }) => {
      if (outputKind._tag !== "EdgeKind") return null;
      if (outputKind.member === "Cursor") return { _tag: "Cursor", key };
      return { _tag: "Node", key, selection: select(compilation, collection, selected) };
    }
  });

/** Plans the fields selected of `PageInfo`. */
export const planPageInfo = (compilation: Compilation, nodes: ReadonlyArray<FieldNode>) =>
  planMembers<PageInfoMember>(compilation, typeNamed(compilation, "PageInfo"), nodes, {
    typename: (key, name) => ({ _tag: "PageInfoTypename", key, name }),
    field: ({ key, outputKind }) => (outputKind._tag === "PageInfoKind" ? { _tag: outputKind.member, key } : null)
  });

const planCount = (
  compilation: Compilation,
  key: string,
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode
): PageMember => {
  const read = readOf(readArguments(compilation, definition, node).get("atMost"));
  if (read === null) return { _tag: "TotalCount", key };
  const atMost = compilation.parameter(node, (run) => {
    const value = read(run);
    const isBound = typeof value === "number" && value >= 1 && value <= maxCountBound;
    return isBound ? { value } : { refused: `atMost must be from 1 to ${maxCountBound}.` };
  });
  return { _tag: "BoundedCount", key, atMost };
};

/** Adds the condition that no label hides a record from the viewer, if the page is to respect preferences. */
const respecting = (compilation: Compilation, given: Arguments, node: FieldNode, where: Filter): Filter => {
  const read = readOf(given.get("respectPreferences"));
  if (read === null || !compilation.pinned((run) => read(run) === true)) return where;
  const hidden: Filter = { _tag: "HiddenFromViewer", viewer: viewerParameter(compilation, node) };
  return { _tag: "Every", filters: [where, { _tag: "Not", filter: hidden }] };
};

/** Plans the requested page of a collection. */
export const planPage = (
  compilation: Compilation,
  collection: Collection,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>],
  select: SelectRecord
): Page => {
  const [node] = nodes;
  const given = readArguments(compilation, definition, node);
  const connection = typeNamed(compilation, `${typeName(collection.nsid)}Connection`);
  return {
    collection: collection.nsid,
    where: respecting(compilation, given, node, planWhere(compilation, collection, given.get("where"), node)),
    ...planBounds(compilation, collection, given, node),
    members: planMembers<PageMember>(compilation, connection, nodes, {
      typename: (key, name) => ({ _tag: "PageTypename", key, name }),
      field: ({ definition: counted, key, node: counting, nodes: selected, outputKind }) => {
        if (outputKind._tag !== "ConnectionKind") return null;
        switch (outputKind.member) {
          case "Edges":
            return { _tag: "Edges", key, members: planEdges(compilation, collection, selected, select) };
          case "Nodes":
            return { _tag: "Nodes", key, selection: select(compilation, collection, selected) };
          case "PageInfo":
            return { _tag: "PageInfo", key, members: planPageInfo(compilation, selected) };
          case "TotalCount":
            return planCount(compilation, key, counted, counting);
        }
      }
    })
  };
};
