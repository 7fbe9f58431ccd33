import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, bob, publicUrl } from "../../../support/memoryService.ts";
import { ask, authorize, cookieOf, location, oauthServer, signedIn } from "./oauthServer.ts";

const begun = Effect.gen(function* () {
  const { client } = yield* registered();
  const started = yield* authorize({ client_id: client.clientId, login_hint: alice.handle });
  const pds = yield* PdsMemory;
  const returned = yield* pds.approve(location(started), alice.did);
  return { cookie: cookieOf(started), returned, started };
});

const comeBack = (returned: URLSearchParams, cookie?: string) =>
  ask(`/oauth/atp/callback?${returned}`, { headers: cookie === undefined ? {} : { cookie } });

const eventsOf = (requestId: string | null) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 5000), (events) => events.filter((event) => event.requestId === requestId))
  );

it.layer(oauthServer)("/oauth/atp/callback", (it) => {
  it.effect("AZ-11 sends the app its code, the state and the issuer", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const done = yield* signedIn(client.clientId);
      assert.strictEqual(done.status, 303);
      const to = location(done);
      assert.strictEqual(`${to.origin}${to.pathname}`, redirectUri);
      assert.deepStrictEqual([...to.searchParams.keys()], ["code", "state", "iss"]);
      assert.strictEqual(to.searchParams.get("iss"), publicUrl);
      assert.strictEqual(done.header("cache-control"), "no-store");
      assert.isNull(done.header("access-control-allow-origin"));
    })
  );

  it.effect("CD-04 shows 403 to a browser without the cookie, ends the login, and records it", () =>
    Effect.gen(function* () {
      const { cookie, returned } = yield* begun;
      const refused = yield* comeBack(returned);
      assert.strictEqual(refused.status, 403);
      assert.isNull(refused.header("location"));
      const [event] = yield* eventsOf(refused.header("x-request-id"));
      assert.deepStrictEqual([event?.type, event?.reason], ["LoginFailed.v1", "browser-mismatch"]);
      assert.strictEqual((yield* comeBack(returned, cookie)).status, 400);
    })
  );

  it.effect("CD-04 shows 403 to another browser, whatever its cookie", () =>
    Effect.gen(function* () {
      const { returned } = yield* begun;
      const other = yield* begun;
      assert.strictEqual((yield* comeBack(returned, other.cookie)).status, 403);
    })
  );

  it.effect("CD-08 refuses an unknown, used or expired state with a page", () =>
    Effect.gen(function* () {
      const { cookie, returned, started } = yield* begun;
      assert.isAtLeast(location(started).searchParams.get("state")?.length ?? 0, 43);
      const unknown = new URLSearchParams(returned);
      unknown.set("state", "unknown");
      for (const odd of [unknown, new URLSearchParams()]) {
        const answer = yield* comeBack(odd, cookie);
        assert.deepStrictEqual([answer.status, answer.header("location")], [400, null]);
      }
      assert.strictEqual((yield* comeBack(returned, cookie)).status, 303);
      yield* TestClock.adjust("30 seconds");
      assert.strictEqual((yield* comeBack(returned, cookie)).status, 400);
      const late = yield* begun;
      yield* TestClock.adjust("11 minutes");
      assert.strictEqual((yield* comeBack(late.returned, late.cookie)).status, 400);
    })
  );

  it.effect("AZ-17 notifies the app that the user declined", () =>
    Effect.gen(function* () {
      const { cookie, returned } = yield* begun;
      const declined = new URLSearchParams({
        error: "access_denied",
        state: returned.get("state") ?? "",
        iss: returned.get("iss") ?? ""
      });
      const to = location(yield* comeBack(declined, cookie));
      assert.strictEqual(to.searchParams.get("error"), "access_denied");
      assert.strictEqual(to.searchParams.get("state"), "the app's state");
      assert.strictEqual(to.searchParams.get("iss"), publicUrl);
    })
  );

  it.effect("CD-09 responds to the app with access_denied when another account signed in", () =>
    Effect.gen(function* () {
      const { cookie, started } = yield* begun;
      const pds = yield* PdsMemory;
      const returned = yield* pds.approve(location(started), bob.did);
      const to = location(yield* comeBack(returned, cookie));
      assert.strictEqual(to.searchParams.get("error"), "access_denied");
    })
  );

  it.effect("CO-04 records the request ID in the events of a request", () =>
    Effect.gen(function* () {
      const { cookie, returned } = yield* begun;
      const done = yield* comeBack(returned, cookie);
      const types = (yield* eventsOf(done.header("x-request-id"))).map((event) => event.type);
      assert.deepStrictEqual(types, [
        "UpstreamReturned.v1",
        "SessionEstablished.v1",
        "LoginCompleted.v1",
        "CodeIssued.v1"
      ]);
    })
  );
});
