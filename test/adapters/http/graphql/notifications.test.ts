import { assert, it } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { bearer, graphql, graphqlServer } from "./graphqlServer.ts";

const profile = Nsid.make("app.bsky.actor.profile");
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");

const page = `query ($collections: [RecordCollection!], $after: String) {
  notifications(first: 10, collections: $collections, after: $after) {
    edges { reason subject node { __typename ... on AppBskyActorProfile { did } } }
    totalCount unreadCount seenAt
  }
}`;
const mark = "mutation ($at: DateTime) { markNotificationsSeen(at: $at) }";

/** Stores a profile that joined by a starter pack of alice, and has a post of hers pinned. */
const profileOf = Effect.fnUntraced(function* (did: Did, indexedAt: string) {
  const rkey = RecordKey.make("self");
  yield* (yield* RecordIndex).put({
    uri: atUri({ did, collection: profile, rkey }),
    cid,
    did,
    collection: profile,
    rkey,
    rev: null,
    indexedAt,
    value: {
      joinedViaStarterPack: { uri: `at://${alice.did}/app.bsky.graph.starterpack/1`, cid },
      pinnedPost: { uri: `at://${alice.did}/app.bsky.feed.post/1`, cid }
    }
  });
});

const found = ({ data }: { readonly data: unknown }) => Object(Object(data).notifications);
const codeOf = ({ errors }: { readonly errors: ReadonlyArray<unknown> | undefined }) =>
  Object(Object(errors?.[0]).extensions).code;

it.layer(graphqlServer)("notifications on /graphql", (it) => {
  it.effect("lists what refers to the user, and counts it until it is marked as seen", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const now = yield* Clock.currentTimeMillis;
      const indexedAt = new Date(now).toISOString();
      yield* profileOf(bob.did, indexedAt);
      const before = found(yield* graphql(page, { headers }));
      assert.deepStrictEqual(before, {
        edges: [
          {
            reason: "joinedViaStarterPack",
            subject: `at://${alice.did}/app.bsky.graph.starterpack/1`,
            node: { __typename: "AppBskyActorProfile", did: bob.did }
          }
        ],
        totalCount: 1,
        unreadCount: 1,
        seenAt: null
      });
      const future = new Date(now + 86_400_000).toISOString();
      const marked = yield* graphql(mark, { headers, variables: { at: future } });
      assert.deepStrictEqual(marked.data, { markNotificationsSeen: indexedAt });
      const earlier = yield* graphql(mark, { headers, variables: { at: "2020-01-01T00:00:00Z" } });
      assert.deepStrictEqual(earlier.data, { markNotificationsSeen: indexedAt });
      const after = found(yield* graphql(page, { headers }));
      assert.deepStrictEqual([after.totalCount, after.unreadCount, after.seenAt], [1, 0, indexedAt]);
      const other = found(yield* graphql(page, { headers, variables: { collections: ["XYZ_STATUSPHERE_STATUS"] } }));
      assert.deepStrictEqual([other.edges, other.totalCount], [[], 0]);
      assert.strictEqual(found(yield* graphql(page, { headers: yield* bearer(bob) })).totalCount, 0);
    })
  );

  it.effect("refuses a caller who is not signed in, and arguments that mean nothing", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      assert.strictEqual(codeOf(yield* graphql(page)), "UNAUTHENTICATED");
      assert.strictEqual(codeOf(yield* graphql(mark)), "UNAUTHENTICATED");
      assert.strictEqual(codeOf(yield* graphql(mark, { headers, variables: { at: "yesterday" } })), "BAD_USER_INPUT");
      assert.strictEqual(codeOf(yield* graphql(page, { headers, variables: { after: "x" } })), "BAD_CURSOR");
      const unknown = yield* graphql(page, { headers, variables: { collections: ["NO_SUCH_COLLECTION"] } });
      assert.isDefined(unknown.errors);
    })
  );
});
