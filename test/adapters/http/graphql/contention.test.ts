import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { contendedLog } from "../../../support/contendedLog.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { adminCookie, bearer, graphql, lexicons, serverOver } from "./graphqlServer.ts";

const server = serverOver(Layer.provide(GraphqlApiLexicons.layer, contendedLog("authorization-"))).pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(memoryService)
);

const authorizationOf = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.read(0, 10_000), (events) => events.at(-1)?.authorizationId ?? assert.fail("nobody signed in"))
);

it.layer(server)("GraphQL over a contended stream", (it) => {
  for (const [who, path, field] of [
    ["an app", "/graphql", "endOAuthSession(id:"],
    ["an admin", "/admin/graphql", "endAuthorization(authorizationId:"]
  ] as const)
    it.effect(`tells ${who} to retry, with 503 and Retry-After`, () =>
      Effect.gen(function* () {
        const authorization = yield* bearer(alice);
        const id = yield* authorizationOf;
        const headers =
          path === "/graphql" ? authorization : { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
        const answer = yield* graphql(`mutation { ${field} "${id}") }`, { headers, path });
        assert.strictEqual(answer.status, 503);
        assert.strictEqual(answer.header("retry-after"), "1");
        assert.deepStrictEqual(
          answer.errors?.map((error) => Object(error).extensions?.code),
          ["UNAVAILABLE"]
        );
        assert.include(JSON.stringify(answer.errors), "Other requests changed the same data");
      })
    );
});
