import * as Either from "effect/Either";
import type { FieldNode, GraphQLField } from "graphql";
import { recordCollectionNames } from "../../../../domain/api/recordCollectionNames.ts";
import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import type { CursorPosition } from "../../../../domain/record/query/Cursor.ts";
import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import type {
  AnySelection,
  Root,
  SearchEdgeMember,
  SearchMember,
  SearchSeek
} from "../../../../domain/record/query/RecordQuery.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { decodeSearchCursor } from "../../../../domain/search/SearchCursor.ts";
import { defaultPageSize } from "../../schema/page/pageArguments.ts";
import type { Compilation, Outcome } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import type { Argument } from "../values/Argument.ts";
import { limitParameter } from "../values/limitParameter.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import { readArguments } from "../values/readArguments.ts";
import { planMembers } from "./planMembers.ts";
import { planPageInfo } from "./planPage.ts";
import { planSelection } from "./planSelection.ts";
import { searchNeedles } from "./searchNeedles.ts";

type Read = (run: RequestValues) => unknown;

const readOf = (argument: Argument | undefined): Read | null =>
  argument?._tag === "ScalarArgument" ? argument.read : null;

const reasons = {
  malformed: "after is no cursor of this service.",
  "other-sort": "after is a cursor of another search. Request the first page again."
};

/** Returns the collections that an argument names, each once; null if it names none. */
const namedCollections = (compilation: Compilation, argument: Argument | undefined): ReadonlyArray<Nsid> | null => {
  if (argument?._tag !== "ListArgument") return null;
  const names = recordCollectionNames(compilation.api.lexicons.collections.map(({ nsid }) => nsid));
  const named = argument.items.flatMap((item) => {
    const read = readOf(item);
    const nsid = read === null ? undefined : names.get(compilation.pinned((run) => String(read(run))));
    return nsid === undefined ? [] : [nsid];
  });
  return [...new Set(named)];
};

/** Plans the position of a cursor, which belongs to the words that are searched for. */
const planAfter = (
  compilation: Compilation,
  node: FieldNode,
  query: (run: RequestValues) => Outcome<ReadonlyArray<string>>,
  read: Read
): SearchSeek => {
  const position = (run: RequestValues): Outcome<CursorPosition> => {
    const needles = query(run);
    if ("refused" in needles) return { refused: reasons.malformed };
    return Either.match(decodeSearchCursor(needles.value, String(read(run))), {
      onLeft: ({ reason }): Outcome<CursorPosition> => ({ refused: reasons[reason] }),
      onRight: (value) => ({ value })
    });
  };
  const first = position(compilation.run);
  compilation.pinned((run) => "value" in position(run));
  if ("refused" in first && "value" in query(compilation.run)) compilation.refuse(node, first.refused, "BAD_CURSOR");
  const part = (pick: (found: CursorPosition) => Scalar | null | undefined) =>
    compilation.parameter(node, (run): Outcome<Scalar> => {
      const found = position(run);
      if ("refused" in found) return found;
      const value = pick(found.value) ?? null;
      return value === null ? { refused: reasons.malformed } : { value };
    });
  return {
    rank: part(({ values }) => values[0]),
    indexedAt: part(({ values }) => values[1]),
    uri: part(({ uri }) => uri)
  };
};

/** Plans the fields selected of the records of the collections that are searched. */
const planNodes = (
  compilation: Compilation,
  nodes: ReadonlyArray<FieldNode>,
  searched: ReadonlyArray<Nsid>
): AnySelection => {
  const collections = compilation.api.lexicons.collections.filter(({ nsid }) => searched.includes(nsid));
  if (!compilation.takeTables(collections.length)) return new Map();
  return new Map(collections.map((collection) => [collection.nsid, planSelection(compilation, collection, nodes)]));
};

const planEdges = (compilation: Compilation, nodes: ReadonlyArray<FieldNode>, searched: ReadonlyArray<Nsid>) =>
  planMembers<SearchEdgeMember>(compilation, typeNamed(compilation, "SearchEdge"), nodes, {
    typename: (key, name) => ({ _tag: "EdgeTypename", key, name }),
    field: ({ key, outputKind, nodes: selected }) => {
      if (outputKind._tag !== "SearchKind") return null;
      switch (outputKind.member) {
        case "Cursor":
          return { _tag: "Cursor", key };
        case "Rank":
          return { _tag: "Rank", key };
        default:
          return { _tag: "SearchNode", key, selections: planNodes(compilation, selected, searched) };
      }
    }
  });

const planMember = (compilation: Compilation, nodes: ReadonlyArray<FieldNode>, searched: ReadonlyArray<Nsid>) =>
  planMembers<SearchMember>(compilation, typeNamed(compilation, "SearchConnection"), nodes, {
    typename: (key, name) => ({ _tag: "PageTypename", key, name }),
    field: ({ key, outputKind, nodes: selected }) => {
      if (outputKind._tag !== "SearchKind") return null;
      switch (outputKind.member) {
        case "Edges":
          return { _tag: "SearchEdges", key, members: planEdges(compilation, selected, searched) };
        case "Nodes":
          return { _tag: "SearchNodes", key, selections: planNodes(compilation, selected, searched) };
        case "PageInfo":
          return { _tag: "PageInfo", key, members: planPageInfo(compilation, selected) };
        case "TotalCount":
          return { _tag: "TotalCount", key };
        default:
          return null;
      }
    }
  });

/** Plans a page of the records of several collections that satisfy a search. */
export const planSearch = (
  compilation: Compilation,
  key: string,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): Root => {
  const [node] = nodes;
  const given = readArguments(compilation, definition, node);
  const text = readOf(given.get("query"));
  const query = (run: RequestValues) => {
    const needles = searchNeedles(text?.(run));
    return "refused" in needles ? { refused: `query ${needles.refused}.` } : needles;
  };
  const needles = query(compilation.run);
  compilation.pinned((run) => "value" in query(run));
  if ("refused" in needles) compilation.refuse(node, needles.refused);
  const named = namedCollections(compilation, given.get("collections"));
  const collections = named ?? compilation.api.lexicons.collections.map(({ nsid }) => nsid);
  const after = readOf(given.get("after"));
  const first = { name: "first", read: readOf(given.get("first")) };
  return {
    _tag: "SearchRoot",
    key,
    search: {
      needles: compilation.parameter(node, query),
      collections,
      required: named !== null,
      take: limitParameter(compilation, node, first, { fallback: defaultPageSize, maximum: maxPageSize }),
      after: after === null ? null : planAfter(compilation, node, query, after),
      members: planMember(compilation, nodes, collections)
    }
  };
};
