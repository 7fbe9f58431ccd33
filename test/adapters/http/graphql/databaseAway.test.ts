import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { adminCookie, bearer, graphql, lexicons, serverOver } from "./graphqlServer.ts";

const away = new EventLogUnavailable({
  operation: "load",
  reason: "unreachable",
  cause: new Error("the database is away")
});

/** What the API works with once the database is away; the tokens of those who call were given before. */
const databaseAway = Layer.merge(
  Layer.succeed(
    EventLog,
    EventLog.of({
      append: () => Effect.fail(away),
      load: () => Effect.fail(away),
      cached: () => Effect.succeed([]),
      read: () => Effect.fail(away),
      readRange: () => Effect.fail(away),
      leafHash: () => Effect.fail(away),
      pseudonym: () => Effect.fail(away),
      head: Effect.fail(away),
      follow: () => Stream.fail(away)
    })
  ),
  Layer.succeed(Lookup, Lookup.of({ find: () => Effect.fail(away), list: () => Effect.fail(away) }))
);

const server = serverOver(Layer.provide(GraphqlApiLexicons.layer, databaseAway)).pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(memoryService)
);

const create = (alias: string, status: string) =>
  `${alias}: createXyzStatusphereStatus(input: { status: "${status}", createdAt: "2026-01-01T00:00:00Z" }) { uri }`;

const codesOf = (errors: ReadonlyArray<unknown> | undefined) => errors?.map((error) => Object(error).extensions?.code);

it.layer(server)("GraphQL while the database is unavailable", (it) => {
  for (const [name, query] of [
    ["a write", `mutation { ${create("a", "🌊")} }`],
    ["several writes", `mutation { ${create("a", "🌊")} ${create("b", "🌊")} }`],
    ["a mutation without a write", 'mutation { endOAuthSession(id: "auth_AAAAAAAAAAAAAAAAAAAAAA") }'],
    ["a query that does not read the index", "{ oauthSessions { id } }"]
  ] as const)
    it.effect(`responds to ${name} with 503 and Retry-After`, () =>
      Effect.gen(function* () {
        const answer = yield* graphql(query, { headers: yield* bearer(alice) });
        assert.deepStrictEqual([...new Set(codesOf(answer.errors))], ["UNAVAILABLE"]);
        assert.strictEqual(answer.status, 503);
        assert.strictEqual(answer.header("retry-after"), "1");
      })
    );

  it.effect("responds with 503 to an admin as well", () =>
    Effect.gen(function* () {
      const query = 'mutation { endAuthorization(authorizationId: "auth_AAAAAAAAAAAAAAAAAAAAAA") }';
      const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
      const answer = yield* graphql(query, { headers, path: "/admin/graphql" });
      assert.deepStrictEqual(codesOf(answer.errors), ["UNAVAILABLE"]);
      assert.strictEqual(answer.status, 503);
      assert.strictEqual(answer.header("retry-after"), "1");
    })
  );

  it.effect(
    "responds with 200 if another part failed for a reason of its own, as sending all of it again would not help",
    () =>
      Effect.gen(function* () {
        const query = `mutation { ${create("a", "🌊")} ${create("b", "much too long for a status")} }`;
        const answer = yield* graphql(query, { headers: yield* bearer(alice) });
        assert.deepStrictEqual(codesOf(answer.errors), ["UNAVAILABLE", "BAD_USER_INPUT"]);
        assert.strictEqual(answer.status, 200);
        assert.strictEqual(answer.header("retry-after"), null);
      })
  );
});
