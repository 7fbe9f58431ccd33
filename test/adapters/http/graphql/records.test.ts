import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminCookie, graphql, graphqlServer } from "./graphqlServer.ts";

const [status, profile] = [Nsid.make("xyz.statusphere.status"), Nsid.make("app.bsky.actor.profile")] as const;
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");

const recordOf = (did: Did, collection: Nsid, rkey: string, minute: number, value: JsonObject) => {
  const key = RecordKey.make(rkey);
  const indexedAt = `2026-11-28T12:0${minute}:00.000Z`;
  return { uri: atUri({ did, collection, rkey: key }), cid, did, collection, rkey: key, rev: null, indexedAt, value };
};

const statusOf = (did: Did, rkey: string, minute: number, text: string) =>
  recordOf(did, status, rkey, minute, { $type: status, status: text, createdAt: `2026-11-2${minute}T12:00:00Z` });

const records = [
  statusOf(alice.did, "a", 1, "🦋"),
  statusOf(alice.did, "b", 2, "🌊 Wave"),
  statusOf(bob.did, "c", 3, "wave 🌊"),
  statusOf(bob.did, "d", 4, "😀")
] as const;

const pinned = recordOf(bob.did, profile, "self", 5, {
  $type: profile,
  displayName: "Bob",
  pinnedPost: { uri: records[0].uri, cid }
});

const list = `query ($collection: String! = "xyz.statusphere.status", $author: String, $rkey: String,
  $where: [RecordConditionInput!], $scope: RecordScope! = VISIBLE, $orderBy: RecordOrderInput, $first: Int! = 50,
  $after: String) {
  adminRecords(collection: $collection, author: $author, rkey: $rkey, where: $where, scope: $scope, orderBy: $orderBy,
    first: $first, after: $after) {
    nodes { rkey handle hiddenBy hiddenMessage value }
    pageInfo { hasNextPage endCursor }
    totalCount
  }
}`;

const show = `query ($uri: String!) {
  adminRecord(uri: $uri) {
    uri cid did handle hiddenBy reports labels { val }
    references { path subject did handle collection isKnown }
    referencedBy { collection path count property records { uri hiddenBy } }
  }
}`;

const asAdmin = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
    return yield* graphql(query, { path: "/admin/graphql", headers, variables });
  });

const dataOf = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(asAdmin(query, variables), ({ data, errors }) => {
    assert.isUndefined(errors, JSON.stringify(errors));
    return Object(data);
  });

const keysOf = (variables: Readonly<Record<string, unknown>>) =>
  Effect.map(dataOf(list, variables), ({ adminRecords: { nodes } }) =>
    nodes.map(({ rkey }: { readonly rkey: string }) => rkey).join("")
  );

/** Bob's account is not active. */
const world = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.putActor({ did: alice.did, handle: alice.handle, pds: null });
  yield* index.putActor({ did: bob.did, handle: bob.handle, pds: null });
  yield* index.putAll([...records, pinned]);
  yield* index.hide(bob.did, "deactivated");
});

it.layer(graphqlServer)("indexed records", (it) => {
  it.effect("are counted by collection, hidden ones apart, with the properties of the Lexicon", () =>
    Effect.gen(function* () {
      yield* world;
      const query = "{ recordCollections { collection records hidden lastIndexedAt properties { name operand } } }";
      const { recordCollections } = yield* dataOf(query);
      const [found] = recordCollections.filter(({ collection }: { collection: string }) => collection === status);
      assert.deepStrictEqual(found, {
        collection: status,
        records: 2,
        hidden: 2,
        lastIndexedAt: "2026-11-28T12:02:00.000Z",
        properties: [
          { name: "status", operand: "string" },
          { name: "createdAt", operand: "instant" }
        ]
      });
      const [of] = (yield* dataOf(
        'query { recordCollections(collection: "app.bsky.actor.profile") { properties { name } } }'
      )).recordCollections;
      assert.includeMembers(
        of.properties.map(({ name }: { name: string }) => name),
        ["pinnedPost", "pinnedPost.uri"]
      );
    })
  );

  it.effect("are listed with the reason why they are hidden", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* keysOf({}), "ba");
      assert.strictEqual(yield* keysOf({ scope: "ALL" }), "dcba");
      const { adminRecords } = yield* dataOf(list, { scope: "HIDDEN", first: 1 });
      assert.deepInclude(adminRecords.nodes[0], {
        rkey: "d",
        handle: "bob.test",
        hiddenBy: "deactivated",
        hiddenMessage: "The account is not active (deactivated), so its records are hidden."
      });
      assert.strictEqual(adminRecords.totalCount, 2);
    })
  );

  it.effect("are filtered by author, key and properties", () =>
    Effect.gen(function* () {
      const where = (property: string, operator: string, value?: string) => ({
        scope: "ALL",
        where: [{ property, operator, ...(value !== undefined && { value }) }]
      });
      assert.strictEqual(yield* keysOf({ scope: "ALL", author: "bob.test" }), "dc");
      assert.strictEqual(yield* keysOf({ scope: "ALL", author: alice.did, rkey: "b" }), "b");
      assert.strictEqual(yield* keysOf(where("status", "CONTAINS", "WAVE")), "cb");
      assert.strictEqual(yield* keysOf(where("status", "EQUALS", "😀")), "d");
      assert.strictEqual(yield* keysOf(where("createdAt", "AT_LEAST", "2026-11-23")), "dc");
      assert.strictEqual(yield* keysOf(where("createdAt", "ABSENT")), "");
      assert.strictEqual(yield* keysOf(where("status", "PRESENT")), "dcba");
    })
  );

  it.effect("are sorted and paged", () =>
    Effect.gen(function* () {
      const orderBy = { by: "PROPERTY", property: "createdAt", descending: false };
      const first = (yield* dataOf(list, { scope: "ALL", orderBy, first: 3 })).adminRecords;
      assert.isTrue(first.pageInfo.hasNextPage);
      const after = first.pageInfo.endCursor;
      assert.strictEqual(yield* keysOf({ scope: "ALL", orderBy, after }), "d");
      const { errors } = yield* asAdmin(list, { scope: "ALL", after });
      assert.include(JSON.stringify(errors), "after is no cursor of this list and order");
      assert.strictEqual(yield* keysOf({ scope: "ALL", orderBy: { by: "RECORD_KEY", descending: false } }), "abcd");
    })
  );

  it.effect("show what they refer to, and what refers to them", () =>
    Effect.gen(function* () {
      const { adminRecord } = yield* dataOf(show, { uri: `at://alice.test/${status}/a` });
      assert.deepInclude(adminRecord, {
        uri: records[0].uri,
        handle: "alice.test",
        hiddenBy: null,
        labels: [],
        reports: 0
      });
      assert.deepStrictEqual(adminRecord.referencedBy, [
        {
          collection: profile,
          path: "pinnedPost",
          count: 1,
          property: "pinnedPost.uri",
          records: [{ uri: pinned.uri, hiddenBy: "deactivated" }]
        }
      ]);
      const { adminRecord: from } = yield* dataOf(show, { uri: pinned.uri });
      assert.deepStrictEqual(from.references, [
        {
          path: "pinnedPost.uri",
          subject: records[0].uri,
          did: alice.did,
          handle: "alice.test",
          collection: status,
          isKnown: true
        }
      ]);
      const where = [{ property: "pinnedPost.uri", operator: "EQUALS", value: records[0].uri }];
      assert.strictEqual(yield* keysOf({ collection: profile, scope: "ALL", where }), "self");
      const { adminRecord: none } = yield* dataOf(show, { uri: `at://${alice.did}/${status}/zzz` });
      assert.isNull(none);
    })
  );

  for (const [what, variables, message] of [
    ["an unknown collection", { collection: "no.such.collection" }, "collection names no.such.collection"],
    [
      "an unknown property",
      { where: [{ property: "mood", operator: "PRESENT" }] },
      "where.property names mood, which the Lexicon does not have: use one of status, createdAt."
    ],
    [
      "a time that is none",
      { where: [{ property: "createdAt", operator: "AT_MOST", value: "soon" }] },
      "where.value of createdAt must be a day or a time with a zone"
    ],
    [
      "a missing value",
      { where: [{ property: "status", operator: "EQUALS" }] },
      "where.value is missing: equals compares status with a value."
    ],
    [
      "a text search in a time",
      { where: [{ property: "createdAt", operator: "CONTAINS", value: "2026" }] },
      "where.operator contains is for texts, and createdAt is none"
    ],
    [
      "an order that does not exist",
      { orderBy: { by: "PROPERTY", property: "mood" } },
      "orderBy.property names mood, which cannot be sorted by"
    ]
  ] as const)
    it.effect(`refuse ${what}, and say what to do`, () =>
      Effect.gen(function* () {
        const { errors } = yield* asAdmin(list, variables);
        assert.include(Object(errors?.[0]).message, message);
      })
    );

  it.effect("are only for admins", () =>
    Effect.gen(function* () {
      for (const query of [
        "{ recordCollections { collection } }",
        list,
        show,
        "mutation ($uri: String!) { indexRecord(uri: $uri) { message } }"
      ]) {
        const { errors } = yield* graphql(query, { path: "/admin/graphql", variables: { uri: pinned.uri } });
        assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "UNAUTHENTICATED", query);
      }
    })
  );
});
