import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { alice } from "../../../support/memoryService.ts";
import { bearer, graphql, graphqlServer } from "../graphql/graphqlServer.ts";
import { connected } from "./rawSocket.ts";
import { dataOf, openStream } from "./rawStream.ts";
import { created } from "./statuses.ts";
import { untilOpen } from "./untilOpen.ts";

type Headers = Readonly<Record<string, string>>;

/** The most seconds until a connection notices that its session is lost. */
const noticed = TestClock.adjust("5 seconds");

const logOut = (headers: Headers) =>
  Effect.gen(function* () {
    const listed = yield* graphql("{ oauthSessions { id isCurrent } }", { headers });
    const sessions: ReadonlyArray<Readonly<Record<string, unknown>>> = Object(listed.data).oauthSessions;
    const id = sessions.find(({ isCurrent }) => isCurrent)?.id;
    yield* graphql("mutation ($id: String!) { endOAuthSession(id: $id) }", { headers, variables: { id } });
    yield* noticed;
  });

const hide = Effect.flatMap(RecordIndex, (index) => index.hide(alice.did, "deactivated"));

const show = Effect.flatMap(RecordIndex, (index) => index.show(alice.did));

const losses = [
  { what: "its token expires", lose: () => TestClock.adjust("2 hours"), reason: "expired", code: "UNAUTHENTICATED" },
  { what: "the user logs out", lose: logOut, reason: "logged out", code: "UNAUTHENTICATED" },
  { what: "the account is hidden", lose: () => Effect.zipRight(hide, noticed), reason: "not active", code: "FORBIDDEN" }
];

it.layer(graphqlServer)("a connection of a signed-in user", (it) => {
  describe("as a WebSocket", () => {
    it.scoped.each(losses)("is closed with 4403 when $what", ({ lose, reason }) =>
      Effect.gen(function* () {
        const headers = yield* bearer(alice);
        const { closed, receive } = yield* connected(headers);
        assert.deepStrictEqual(yield* receive, { type: "connection_ack" });
        yield* lose(headers);
        const { code, reason: told } = yield* closed;
        assert.strictEqual(code, 4403);
        assert.include(told, reason);
        yield* show;
      })
    );

    it.scoped("is not opened while the account is hidden", () =>
      Effect.gen(function* () {
        const headers = yield* bearer(alice);
        yield* hide;
        const { closed } = yield* connected(headers);
        assert.strictEqual((yield* closed).code, 4403);
        yield* show;
      })
    );

    it.scoped("stays open while its session lasts, and so does an anonymous one", () =>
      Effect.gen(function* () {
        const headers = yield* bearer(alice);
        const own = yield* connected(headers);
        const anonymous = yield* connected();
        yield* Effect.zipRight(own.receive, anonymous.receive);
        yield* TestClock.adjust("1 minute");
        for (const { receive, send } of [own, anonymous]) {
          send({ type: "ping" });
          assert.deepStrictEqual(yield* receive, { type: "pong" });
        }
      })
    );
  });

  describe("as an event stream", () => {
    it.scoped.each(losses)("ends with an error event when $what", ({ code, lose, reason }) =>
      Effect.gen(function* () {
        const headers = yield* bearer(alice);
        const { receive } = yield* openStream({ query: created, headers });
        yield* untilOpen("operations", 1);
        yield* lose(headers);
        const told = dataOf(yield* receive);
        assert.nestedPropertyVal(told, "errors[0].extensions.code", code);
        assert.include(Object(told).errors[0].message, reason);
        assert.strictEqual(yield* receive, "event: complete\ndata:");
        assert.isNull(yield* receive);
        yield* show;
      })
    );
  });
});
