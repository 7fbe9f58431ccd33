import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { graphqlServer } from "../graphql/graphqlServer.ts";
import { dataOf, openStream } from "./rawStream.ts";
import { created, putStatus } from "./statuses.ts";
import { untilOpen } from "./untilOpen.ts";

const count = "{ xyzStatusphereStatus { totalCount } }";

it.layer(graphqlServer)("event streams", (it) => {
  it.scoped.each(["POST" as const, "GET" as const])("send the events of a subscription by %s", (method) =>
    Effect.gen(function* () {
      const { comment, header, receive, status } = yield* openStream({ method, query: created });
      assert.strictEqual(status, 200);
      assert.strictEqual(header("content-type"), "text/event-stream; charset=utf-8");
      assert.strictEqual(header("access-control-allow-origin"), "*");
      assert.strictEqual(yield* comment, ":", "for browsers that wait for the first bytes");
      yield* untilOpen("operations", 1);
      yield* putStatus(method, "👋");
      const told = Object(dataOf(yield* receive));
      assert.deepStrictEqual(told.data, { xyzStatusphereStatusCreated: { rkey: method, status: "👋" } });
      assert.isString(told.extensions.cursor);
    })
  );

  it.effect("leave nothing behind when the client goes", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* openStream({ query: created });
          yield* untilOpen("operations", 1);
          yield* untilOpen("streams", 1);
        })
      );
      yield* untilOpen("operations", 0);
      yield* untilOpen("streams", 0);
    })
  );

  it.scoped("answer a query with one event and complete", () =>
    Effect.gen(function* () {
      const { receive } = yield* openStream({ query: count });
      assert.nestedProperty(dataOf(yield* receive), "data.xyzStatusphereStatus.totalCount");
      assert.strictEqual(yield* receive, "event: complete\ndata:");
      assert.isNull(yield* receive);
    })
  );

  it.scoped.each([
    { what: "a syntax error", query: "subscription {", method: "POST" as const },
    { what: "an unknown field", query: "subscription { nothing }", method: "POST" as const },
    { what: "a mutation by GET", query: "mutation { nothing }", method: "GET" as const }
  ])("report $what in an event", ({ method, query }) =>
    Effect.gen(function* () {
      const { receive, status } = yield* openStream({ method, query });
      assert.strictEqual(status, 200);
      assert.nestedProperty(dataOf(yield* receive), "errors[0].message");
      assert.strictEqual(yield* receive, "event: complete\ndata:");
    })
  );

  it.scoped("are not opened for a request that is none, or with an invalid token", () =>
    Effect.gen(function* () {
      const malformed = yield* openStream({ query: created, headers: { "content-type": "text/plain" } });
      assert.deepStrictEqual([malformed.status, malformed.header("content-type")], [415, "application/json"]);
      const refused = yield* openStream({ query: created, headers: { authorization: "Bearer nonsense" } });
      assert.strictEqual(refused.status, 401);
      assert.include(refused.header("www-authenticate") ?? "", "invalid_token");
      assert.include((yield* refused.receive) ?? "", "UNAUTHENTICATED");
    })
  );

  it.scoped.each([
    { accept: "application/json, text/event-stream", type: "application/json; charset=utf-8" },
    { accept: "text/event-stream, multipart/mixed", type: "text/event-stream; charset=utf-8" },
    { accept: "text/event-stream, */*", type: "text/event-stream; charset=utf-8" },
    { accept: "application/json;q=0.5, text/event-stream", type: "text/event-stream; charset=utf-8" },
    { accept: "text/event-stream;q=0", type: "application/json" }
  ])("are sent for $accept only where they are preferred", ({ accept, type }) =>
    Effect.gen(function* () {
      const { header } = yield* openStream({ query: count, headers: { accept } });
      assert.strictEqual(header("content-type"), type);
    })
  );
});
