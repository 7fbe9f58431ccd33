import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import { letterOf } from "../../../contracts/recordLetter.ts";
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

const keysOf = ({ nodes }: { nodes: ReadonlyArray<{ uri: string }> }) => nodes.map(({ uri }) => uri.at(-1)).join("");

it.layer(graphqlServer)("skippedRecords", (it) => {
  it.effect("are listed page by page, for one account or for all, with their total number", () =>
    Effect.gen(function* () {
      const { add } = yield* DeadLetters;
      const letters = ["c", "b", "a"].map((key) => letterOf(bob.did, key, "integer-too-large"));
      yield* add([...letters, ...["c", "b", "a"].map((key) => letterOf(alice.did, key, "integer-too-large"))]);
      const first = yield* page({ first: 2 });
      assert.deepInclude(first.nodes[0], {
        uri: `at://${alice.did}/dev.example.note/a`,
        reason: "integer-too-large",
        message: "It has an integer beyond 2^53 - 1, which JSON parsers round.",
        indexedAt: "2026-11-28T12:00:00.000Z"
      });
      assert.deepInclude(first, { totalCount: 6 });
      const rest = yield* page({ after: first.pageInfo.endCursor });
      assert.deepStrictEqual([keysOf(first), keysOf(rest), rest.pageInfo.hasNextPage], ["ab", "cabc", false]);
      const { nodes, totalCount } = yield* page({ did: bob.did });
      assert.deepStrictEqual([nodes.length, totalCount], [3, 3]);
    })
  );

  it.effect("are only for admins", () =>
    Effect.gen(function* () {
      const { errors } = yield* graphql(query, { path: "/admin/graphql" });
      assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "UNAUTHENTICATED");
    })
  );
});
