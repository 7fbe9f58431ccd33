import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { graphqlServer } from "../graphql/graphqlServer.ts";
import { acknowledged, connected, openSocket, subscribeMessage } from "./rawSocket.ts";
import { created, putStatus } from "./statuses.ts";
import { untilOpen } from "./untilOpen.ts";

const count = "{ xyzStatusphereStatus { totalCount } }";
const notified = "subscription { notificationCreated { __typename } }";
const filtered = 'subscription { xyzStatusphereStatusCreated(where: {labels: {has: ["spam"]}}) { uri } }';
const searched =
  "subscription ($words: String) { xyzStatusphereStatusCreated(where: {status: {search: $words}}) { uri } }";

it.layer(graphqlServer)("graphql-transport-ws", (it) => {
  it.scoped("acknowledges an anonymous connection, and answers pings", () =>
    Effect.gen(function* () {
      const { receive, send } = yield* connected();
      assert.deepStrictEqual(yield* receive, { type: "connection_ack" });
      send({ type: "ping", payload: { a: 1 } });
      assert.deepStrictEqual(yield* receive, { type: "pong", payload: { a: 1 } });
    })
  );

  it.scoped("sends the events of a subscription until the client completes it", () =>
    Effect.gen(function* () {
      const { receive, send } = yield* acknowledged();
      send(subscribeMessage("1", created));
      yield* untilOpen("operations", 1);
      yield* putStatus("a");
      const told = Object(yield* receive);
      assert.deepInclude(told, { id: "1", type: "next" });
      assert.deepStrictEqual(told.payload.data, { xyzStatusphereStatusCreated: { rkey: "a", status: "👍" } });
      assert.isString(told.payload.extensions.cursor);
      send({ id: "1", type: "complete" });
      yield* untilOpen("operations", 0);
      yield* putStatus("b");
      send(subscribeMessage("2", created, { after: told.payload.extensions.cursor }));
      assert.deepNestedInclude(yield* receive, { id: "2", "payload.data.xyzStatusphereStatusCreated.rkey": "b" });
    })
  );

  it.scoped("answers a query once, and completes it", () =>
    Effect.gen(function* () {
      const { receive, send } = yield* acknowledged();
      send(subscribeMessage("q", count));
      const told = Object(yield* receive);
      assert.deepInclude(told, { id: "q", type: "next" });
      assert.isNumber(told.payload.data.xyzStatusphereStatus.totalCount);
      assert.deepStrictEqual(yield* receive, { id: "q", type: "complete" });
    })
  );

  it.scoped.each([
    { what: "a syntax error", query: "subscription {", variables: {}, code: null },
    { what: "an unknown field", query: "subscription { nothing }", variables: {}, code: null },
    { what: "a cursor that is none", query: created, variables: { after: "nonsense" }, code: "BAD_CURSOR" },
    { what: "a user who is missing", query: notified, variables: {}, code: "UNAUTHENTICATED" },
    { what: "a filter that no event can have", query: filtered, variables: {}, code: "BAD_USER_INPUT" },
    { what: "a value that is wrong", query: searched, variables: { words: "!" }, code: "BAD_USER_INPUT" }
  ])("refuses $what with an error message, and stays open", ({ code, query, variables }) =>
    Effect.gen(function* () {
      const { receive, send } = yield* acknowledged();
      send(subscribeMessage("1", query, variables));
      const told = Object(yield* receive);
      assert.deepInclude(told, { id: "1", type: "error" });
      assert.isNotEmpty(told.payload[0].message);
      if (code !== null) assert.strictEqual(told.payload[0].extensions.code, code);
      send(subscribeMessage("1", count));
      assert.deepInclude(yield* receive, { id: "1", type: "next" });
    })
  );

  it.scoped("refuses a request with wrong members, and names them", () =>
    Effect.gen(function* () {
      const { receive, send } = yield* acknowledged();
      send({ id: "1", type: "subscribe", payload: { query: count, extensions: { persistedQuery: { version: 2 } } } });
      const told = Object(yield* receive);
      assert.strictEqual(told.type, "error");
      assert.include(told.payload[0].message, "extensions.persistedQuery");
      assert.strictEqual(told.payload[0].extensions.code, "BAD_REQUEST");
    })
  );

  it.scoped.each([
    { what: "text that is not JSON", message: "hello", code: 4400 },
    { what: "a message without a type", message: "{}", code: 4400 },
    { what: "a message of the server", message: '{"id":"1","type":"next","payload":{}}', code: 4400 },
    {
      what: "deeply nested JSON",
      message: `{"type":"ping","payload":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`,
      code: 4400
    },
    { what: "a large message", message: `{"type":"ping","payload":{"a":"${"x".repeat(300_000)}"}}`, code: 1009 }
  ])("closes the socket on $what", ({ code, message }) =>
    Effect.gen(function* () {
      const { closed, send } = yield* acknowledged();
      send(message);
      assert.strictEqual((yield* closed).code, code);
    })
  );

  it.scoped("closes the socket on a binary message", () =>
    Effect.gen(function* () {
      const { closed, socket } = yield* acknowledged();
      socket.send(Buffer.from('{"type":"ping"}'));
      assert.strictEqual((yield* closed).code, 4400);
    })
  );

  it.scoped("closes the socket on a second connection_init", () =>
    Effect.gen(function* () {
      const { closed, send } = yield* acknowledged();
      send({ type: "connection_init" });
      assert.strictEqual((yield* closed).code, 4429);
    })
  );

  it.scoped("closes the socket on a subscription before connection_init", () =>
    Effect.gen(function* () {
      const { closed, send } = yield* openSocket();
      send(subscribeMessage("1", created));
      assert.strictEqual((yield* closed).code, 4401);
    })
  );

  it.scoped("closes the socket on a second operation with the same id", () =>
    Effect.gen(function* () {
      const { closed, send } = yield* acknowledged();
      send(subscribeMessage("1", created));
      send(subscribeMessage("1", created));
      assert.strictEqual((yield* closed).code, 4409);
      yield* untilOpen("operations", 0);
    })
  );

  it.scoped("closes the socket without connection_init within five seconds", () =>
    Effect.gen(function* () {
      const { closed } = yield* openSocket();
      assert.strictEqual((yield* closed).code, 4408);
    })
  );

  it.scoped.each([
    { what: "another path", opening: { path: "/admin/graphql" }, status: 404, text: "/graphql" },
    { what: "another subprotocol", opening: { protocols: "graphql-ws" }, status: 400, text: "graphql-transport-ws" },
    { what: "no subprotocol", opening: { protocols: [] }, status: 400, text: "graphql-transport-ws" }
  ])("refuses a WebSocket with $what", ({ opening, status, text }) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(Effect.asVoid(openSocket(opening)));
      assert.strictEqual(refused.status, status);
      assert.include(refused.text, text);
    })
  );

  it.scoped("accepts pages of any origin, because no cookie is read", () =>
    Effect.gen(function* () {
      const { receive } = yield* connected({}, { headers: { origin: "https://elsewhere.example", cookie: "a=b" } });
      assert.deepStrictEqual(yield* receive, { type: "connection_ack" });
    })
  );
});
