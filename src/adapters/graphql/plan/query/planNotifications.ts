import type { FieldNode, GraphQLField } from "graphql";
import { recordCollectionNames } from "../../../../domain/api/recordCollectionNames.ts";
import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import { notificationOrder } from "../../../../domain/record/query/notificationBounds.ts";
import type {
  NotificationEdgeMember,
  NotificationMember,
  NotificationPage,
  Root
} from "../../../../domain/record/query/RecordQuery.ts";
import { defaultPageSize } from "../../schema/page/pageArguments.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import type { Argument } from "../values/Argument.ts";
import { limitParameter } from "../values/limitParameter.ts";
import { readArguments } from "../values/readArguments.ts";
import { viewerParameter } from "../values/viewerParameter.ts";
import { planAnySelection } from "./planAnySelection.ts";
import { planMembers } from "./planMembers.ts";
import { planPageInfo } from "./planPage.ts";
import { planSeek } from "./planSeek.ts";
import { planSelection } from "./planSelection.ts";

/** Returns the collections that an argument names, in the order of the schema; all of them without the argument. */
export const namedCollections = (
  compilation: Compilation,
  argument: Argument | undefined
): ReadonlyArray<Collection> => {
  const { collections } = compilation.api.lexicons;
  if (argument?._tag !== "ListArgument") return collections;
  const names = recordCollectionNames(collections.map(({ nsid }) => nsid));
  const wanted = new Set(
    argument.items.map((item) =>
      item._tag === "ScalarArgument" ? names.get(compilation.pinned((run) => String(item.read(run)))) : undefined
    )
  );
  return collections.filter(({ nsid }) => wanted.has(nsid));
};

const planEdges = (
  compilation: Compilation,
  collections: ReadonlyArray<Nsid>,
  nodes: ReadonlyArray<FieldNode>
): ReadonlyArray<NotificationEdgeMember> =>
  planMembers<NotificationEdgeMember>(compilation, typeNamed(compilation, "NotificationEdge"), nodes, {
    typename: (key, name) => ({ _tag: "EdgeTypename", key, name }),
    field: ({ key, nodes: selected, outputKind }) => {
      if (outputKind._tag !== "NotificationEdgeKind") return null;
      if (outputKind.member !== "NotifyingRecord") return { _tag: outputKind.member, key };
      return {
        _tag: "NotifyingRecord",
        key,
        selections: planAnySelection(compilation, selected, planSelection, collections)
      };
    }
  });

const planConnection = (
  compilation: Compilation,
  collections: ReadonlyArray<Nsid>,
  nodes: ReadonlyArray<FieldNode>
): NotificationPage["members"] =>
  planMembers<NotificationMember>(compilation, typeNamed(compilation, "NotificationConnection"), nodes, {
    typename: (key, name) => ({ _tag: "PageTypename", key, name }),
    field: ({ key, nodes: selected, outputKind }) => {
      if (outputKind._tag !== "NotificationKind") return null;
      switch (outputKind.member) {
        case "NotificationEdges":
          return { _tag: "NotificationEdges", key, members: planEdges(compilation, collections, selected) };
        case "PageInfo":
          return { _tag: "PageInfo", key, members: planPageInfo(compilation, selected) };
        default:
          return { _tag: outputKind.member, key };
      }
    }
  });

/** Plans a page of the notifications of the signed-in user. Without one, the operation is refused. */
export const planNotifications = (
  compilation: Compilation,
  key: string,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): Root | null => {
  const [node] = nodes;
  const viewer = viewerParameter(compilation, node);
  if (viewer === null) {
    compilation.refuse(node, "notifications requires a signed-in user: send an access token.", "UNAUTHENTICATED");
    return null;
  }
  const given = readArguments(compilation, definition, node);
  const collections = namedCollections(compilation, given.get("collections")).map(({ nsid }) => nsid);
  const [first, after] = [given.get("first"), given.get("after")];
  return {
    _tag: "NotificationsRoot",
    key,
    page: {
      viewer,
      collections,
      take: limitParameter(
        compilation,
        node,
        { name: "first", read: first?._tag === "ScalarArgument" ? first.read : null },
        { fallback: defaultPageSize, maximum: maxPageSize }
      ),
      after:
        after?._tag === "ScalarArgument" ? planSeek(compilation, notificationOrder, "after", after.read, node) : null,
      members: planConnection(compilation, collections, nodes)
    }
  };
};
