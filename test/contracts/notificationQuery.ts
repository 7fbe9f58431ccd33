import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Did } from "../../src/domain/atproto/Did.ts";
import type { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { cursorDecoder } from "../../src/domain/record/query/Cursor.ts";
import { notificationOrder } from "../../src/domain/record/query/notificationBounds.ts";
import type { ParameterValue, RecordQuery } from "../../src/domain/record/query/RecordQuery.ts";

/** A notification as the index returns it. */
export interface FoundNotification {
  readonly cursor: string;
  readonly reason: string;
  readonly subject: string | null;
  readonly node: { readonly uri: string; readonly indexedAt: string };
}

/** A page of notifications as the index returns it. */
export interface FoundNotifications {
  readonly edges: ReadonlyArray<FoundNotification>;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
  readonly totalCount: number;
  readonly unreadCount: number;
  readonly seenAt: string | null;
}

const parameter = (index: number) => ({ _tag: "Parameter" as const, index });

const query = (collections: ReadonlyArray<Nsid>, hasCursor: boolean): RecordQuery => ({
  roots: [
    {
      _tag: "NotificationsRoot",
      key: "notifications",
      page: {
        viewer: parameter(0),
        collections,
        take: parameter(1),
        after: hasCursor ? { values: [parameter(2)], uri: parameter(3) } : null,
        members: [
          {
            _tag: "NotificationEdges",
            key: "edges",
            members: [
              { _tag: "Cursor", key: "cursor" },
              { _tag: "Reason", key: "reason" },
              { _tag: "Subject", key: "subject" },
              {
                _tag: "NotifyingRecord",
                key: "node",
                selections: new Map(
                  collections.map((nsid) => [
                    nsid,
                    [
                      { _tag: "MetaField", key: "uri", meta: "uri" },
                      { _tag: "MetaField", key: "indexedAt", meta: "indexedAt" }
                    ]
                  ])
                )
              }
            ]
          },
          {
            _tag: "PageInfo",
            key: "pageInfo",
            members: [
              { _tag: "HasNextPage", key: "hasNextPage" },
              { _tag: "HasPreviousPage", key: "hasPreviousPage" }
            ]
          },
          { _tag: "TotalCount", key: "totalCount" },
          { _tag: "UnreadCount", key: "unreadCount" },
          { _tag: "SeenAt", key: "seenAt" }
        ]
      }
    }
  ]
});

const decode = cursorDecoder(notificationOrder);

/** Queries a page of the notifications of a user. */
export const notificationsOf = (
  viewer: Did,
  collections: ReadonlyArray<Nsid>,
  { after = null, first = 1000 }: { readonly first?: number; readonly after?: string | null } = {}
) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const position = after === null ? null : Either.getOrThrow(decode(after));
    const seek: ReadonlyArray<ParameterValue> = position === null ? [] : [position.values[0] ?? 0, position.uri];
    const text = yield* index.query(query(collections, position !== null), [viewer, first, ...seek]);
    const { notifications }: { readonly notifications: FoundNotifications } = JSON.parse(text);
    return notifications;
  });
