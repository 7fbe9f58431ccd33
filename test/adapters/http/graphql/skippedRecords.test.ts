import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { type SkippedOfRepository, SkippedRecords } from "../../../../src/domain/sync/backfill/SkippedRecords.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminCookie, graphql, graphqlServer } from "./graphqlServer.ts";

const query = `query ($did: String, $first: Int! = 50, $after: String) {
  skippedRecords(did: $did, first: $first, after: $after) {
    nodes { uri cid reason message did handle rev indexedAt }
    pageInfo { hasNextPage endCursor } totalCount
  }
}`;

const page = (variables: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
    const { data, errors } = yield* graphql(query, { path: "/admin/graphql", headers, variables });
    assert.isUndefined(errors, JSON.stringify(errors));
    return Object(data).skippedRecords;
  });

const skippedOf = (did: typeof alice.did, total: number): SkippedOfRepository => ({
  did,
  rev: "3l2zpbbhyxs2b",
  indexedAt: Date.parse("2026-11-28T12:00:00Z"),
  total,
  records: ["a", "b", "c"].map((key) => ({
    uri: `at://${did}/dev.example.note/${key}`,
    cid: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
    reason: "integer-too-large"
  }))
});

const keysOf = ({ nodes }: { nodes: ReadonlyArray<{ uri: string }> }) => nodes.map(({ uri }) => uri.at(-1)).join("");

it.layer(graphqlServer)("skippedRecords", (it) => {
  it.effect("are listed page by page, for one account or for all, with their total number", () =>
    Effect.gen(function* () {
      const { replace } = yield* SkippedRecords;
      yield* replace(skippedOf(alice.did, 3));
      yield* replace(skippedOf(bob.did, 4_000));
      const first = yield* page({ first: 2 });
      assert.deepInclude(first.nodes[0], {
        uri: `at://${alice.did}/dev.example.note/a`,
        reason: "integer-too-large",
        message: "It has an integer beyond 2^53 - 1, which JSON parsers round.",
        indexedAt: "2026-11-28T12:00:00.000Z"
      });
      assert.deepInclude(first, { totalCount: 4_003 });
      const rest = yield* page({ after: first.pageInfo.endCursor });
      assert.deepStrictEqual([keysOf(first), keysOf(rest), rest.pageInfo.hasNextPage], ["ab", "cabc", false]);
      const { nodes, totalCount } = yield* page({ did: bob.did });
      assert.deepStrictEqual([nodes.length, totalCount], [3, 4_000]);
    })
  );

  it.effect("are only for admins", () =>
    Effect.gen(function* () {
      const { errors } = yield* graphql(query, { path: "/admin/graphql" });
      assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "UNAUTHENTICATED");
    })
  );
});
