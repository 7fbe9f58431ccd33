import { GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { defaultPageSize } from "../page/pageArguments.ts";
import { recordCollectionTypeName } from "../record/recordCollection.ts";
import { dateTimeScalar } from "../scalars/dateTimeScalar.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

/** The argument `collections` of a field. */
export const collectionsArgument = (types: TypeRegistry) => ({
  type: new GraphQLList(new GraphQLNonNull(types.input(recordCollectionTypeName))),
  description: "The collections whose records count; by default all."
});

/** Defines `NotificationEdge` and `NotificationConnection`. A set without collections has no record that could refer to anybody. */
export const defineNotifications = (types: TypeRegistry, { collections }: LexiconSet): void => {
  if (collections.length === 0) return;
  types.object("NotificationEdge", "A record of somebody else that refers to the signed-in user.", () => [
    {
      name: "cursor",
      description: "The cursor of the notification, for `after`.",
      type: new GraphQLNonNull(GraphQLString),
      outputKind: { _tag: "NotificationEdgeKind", member: "Cursor" }
    },
    {
      name: "reason",
      description:
        "The path to the reference in the record, such as subject, reply.parent or facets.features.did: names of properties joined by dots, without the positions in lists. If there are several references, the shortest path.",
      type: new GraphQLNonNull(GraphQLString),
      outputKind: { _tag: "NotificationEdgeKind", member: "Reason" }
    },
    {
      name: "subject",
      description: "The at-uri of the user's record that is referred to; null if the record refers to the account.",
      type: GraphQLString,
      outputKind: { _tag: "NotificationEdgeKind", member: "Subject" }
    },
    {
      name: "node",
      description: "The record.",
      type: new GraphQLNonNull(types.output("Record")),
      outputKind: { _tag: "NotificationEdgeKind", member: "NotifyingRecord" }
    }
  ]);
  types.object("NotificationConnection", "A page of the notifications of the signed-in user, newest first.", () => [
    {
      name: "edges",
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.output("NotificationEdge")))),
      outputKind: { _tag: "NotificationKind", member: "NotificationEdges" }
    },
    {
      name: "pageInfo",
      type: new GraphQLNonNull(types.output("PageInfo")),
      outputKind: { _tag: "NotificationKind", member: "PageInfo" }
    },
    {
      name: "totalCount",
      description: "The number of notifications of the collections, on all pages.",
      type: new GraphQLNonNull(GraphQLInt),
      outputKind: { _tag: "NotificationKind", member: "TotalCount" }
    },
    {
      name: "unreadCount",
      description: "The number of those that were indexed after seenAt, on all pages.",
      type: new GraphQLNonNull(GraphQLInt),
      outputKind: { _tag: "NotificationKind", member: "UnreadCount" }
    },
    {
      name: "seenAt",
      description: "The seen marker of the user, which markNotificationsSeen moves; null before the first call.",
      type: dateTimeScalar,
      outputKind: { _tag: "NotificationKind", member: "SeenAt" }
    }
  ]);
};

/** `notifications`. */
export const notificationsField = (types: TypeRegistry, { collections }: LexiconSet): ReadonlyArray<OutputField> => {
  if (collections.length === 0) return [];
  return [
    {
      name: "notifications",
      description:
        "The records of others that refer to the signed-in user: by DID, by the at-uri of a record of the user, or by a mention. Newest first.",
      type: new GraphQLNonNull(types.output("NotificationConnection")),
      args: {
        first: {
          type: GraphQLInt,
          description: `The number of notifications: ${defaultPageSize} by default, up to 1000.`
        },
        after: { type: GraphQLString, description: "A cursor. The page starts after it. Null for the first page." },
        collections: collectionsArgument(types)
      },
      outputKind: { _tag: "NotificationsKind" }
    }
  ];
};

/** `notificationCreated`. */
export const notificationCreatedField = (
  types: TypeRegistry,
  { collections }: LexiconSet
): ReadonlyArray<OutputField> => {
  if (collections.length === 0) return [];
  return [
    {
      name: "notificationCreated",
      description:
        "Each record of somebody else that begins to refer to the signed-in user, from now on or after a cursor.",
      type: new GraphQLNonNull(types.output("Record")),
      args: {
        collections: collectionsArgument(types),
        after: {
          type: GraphQLString,
          description: "The extensions.cursor of a response. The subscription continues after it. Null to start now."
        },
        subscriberDid: {
          type: GraphQLString,
          description:
            "For old clients. It must be the DID of the signed-in user, whose notifications these are anyway."
        }
      },
      outputKind: { _tag: "NotificationCreatedKind" }
    }
  ];
};
