import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { readCallback } from "../../../src/adapters/http/browser/readCallback.ts";
import { completeLogin } from "../../../src/application/login/app/completeLogin.ts";
import { pushAuthorization } from "../../../src/application/login/app/pushAuthorization.ts";
import type { RegisteredClient } from "../../../src/domain/client/Client.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { approved, browserToken, parameters, registered, request, returned } from "../../support/loginThrough.ts";
import { alice, memoryService } from "../../support/memoryService.ts";

/** The log of a process that has all streams in memory as they are now, and does not learn what follows. */
const withStaleMemory = Effect.gen(function* () {
  const log = yield* EventLog;
  const before = yield* log.read(0, 1000);
  const cached: EventLog["Type"]["cached"] = (stream) =>
    Effect.succeed(before.filter((event) => event.stream === stream));
  return EventLog.of({ ...log, cached });
});

const pushed = (client: RegisteredClient) =>
  Effect.map(pushAuthorization({ client, parameters, jkt: "thumbprint" }), ({ requestUri }) => ({
    request_uri: requestUri
  }));

const countOf = (type: string) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    return (yield* log.read(0, 1000)).filter((event) => event.type === type).length;
  });

describe("a login that goes on by what is in memory", () => {
  it.effect("does not begin with a request that was used meanwhile", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const { clientId } = client;
      const uri = yield* pushed(client);
      const stale = yield* withStaleMemory;
      yield* approved(clientId, alice, uri);
      const begun = yield* countOf("AuthorizationRequested.v1");
      const refused = yield* Effect.flip(Effect.provideService(request(clientId, alice, uri), EventLog, stale));
      assert.deepInclude(refused, { _tag: "PushedRequestRefused", reason: "used" });
      assert.strictEqual(yield* countOf("AuthorizationRequested.v1"), begun);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is not completed by a callback that was claimed meanwhile", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const callback = readCallback(yield* returned(client.clientId, alice));
      const stale = yield* withStaleMemory;
      yield* completeLogin({ ...callback, browserToken });
      // Of another browser, so that the first reply is not repeated.
      const again = completeLogin({ ...callback, browserToken: "another browser" });
      const refused = yield* Effect.flip(Effect.provideService(again, EventLog, stale));
      assert.deepInclude(refused, { _tag: "UnknownCallback", reason: "already-used" });
      const first = yield* Effect.provideService(completeLogin({ ...callback, browserToken }), EventLog, stale);
      assert.strictEqual(yield* countOf("CodeIssued.v1"), 1);
      assert.match(first.code, /^code_/);
    }).pipe(Effect.provide(memoryService))
  );
});
