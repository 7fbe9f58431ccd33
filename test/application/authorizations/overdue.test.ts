import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { endOverdue } from "../../../src/application/authorizations/endOverdue.ts";
import { IssuerLimiter } from "../../../src/application/sessions/revoke/IssuerLimiter.ts";
import { revokeDue } from "../../../src/application/sessions/revoke/revokePeriodically.ts";
import { exchangeAuthorizationCode } from "../../../src/application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../../src/application/token/refreshAccessToken.ts";
import { OverdueAuthorizations } from "../../../src/domain/authorization/end/OverdueAuthorizations.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { approved, codeVerifier, loggedIn, publicClient, redirectUri, registered } from "../../support/loginThrough.ts";
import { alice, memoryService } from "../../support/memoryService.ts";

const confidential = { ...publicClient, type: "confidential" as const };

/** What the log says of ends, and of what the PDS was told. */
const ends = Effect.gen(function* () {
  const log = yield* EventLog;
  const wanted = new Set(["AuthorizationEnded.v1", "SessionEnded.v1", "SessionRevokedAtPds.v1"]);
  const events = yield* log.read(0, 10_000);
  return events.filter(({ type }) => wanted.has(type)).map(({ reason, type }) => `${type} ${reason}`);
});

const passing = (time: "4 minutes" | "10 minutes" | "26 days") => Effect.zipRight(TestClock.adjust(time), endOverdue);

/** The store names many that the log does not know as over. */
const manyStay = Layer.effect(
  OverdueAuthorizations,
  Effect.map(OverdueAuthorizations, ({ list }) => {
    const unknown = Array.from({ length: 150 }, (_, at) => `auth_${String(at).padStart(3, "0")}`);
    return OverdueAuthorizations.of({
      list: (now, after, limit) =>
        Effect.map(list(now, after, limit), (found) =>
          [...unknown.filter((id) => id > after), ...found].toSorted().slice(0, limit)
        )
    });
  })
).pipe(Layer.provideMerge(memoryService));

describe("an expired authorization", () => {
  it.effect("An authorization whose code no app redeemed ends, and is revoked at its PDS", () =>
    Effect.gen(function* () {
      const { client } = yield* registered(confidential);
      const { code } = yield* approved(client.clientId, alice);
      assert.strictEqual(yield* passing("4 minutes"), 0);
      assert.strictEqual(yield* passing("10 minutes"), 1);
      assert.deepStrictEqual(yield* ends, ["AuthorizationEnded.v1 code-unused", "SessionEnded.v1 revoked"]);
      assert.strictEqual(yield* passing("4 minutes"), 0);
      yield* revokeDue(new IssuerLimiter());
      assert.include(yield* ends, "SessionRevokedAtPds.v1 null");
      const late = yield* Effect.flip(
        exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null })
      );
      assert.propertyVal(late, "_tag", "InvalidGrant");
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("An expired authorization ends, however many before it stay unchanged", () =>
    Effect.gen(function* () {
      const { client } = yield* registered(confidential);
      yield* approved(client.clientId, alice);
      assert.strictEqual(yield* passing("10 minutes"), 151);
      assert.deepStrictEqual(yield* ends, ["AuthorizationEnded.v1 code-unused", "SessionEnded.v1 revoked"]);
    }).pipe(Effect.provide(manyStay))
  );

  it.effect("An authorization ends when its refresh token was not used in time, and not before", () =>
    Effect.gen(function* () {
      const { client, jkt, tokens } = yield* loggedIn(alice);
      assert.strictEqual(yield* passing("26 days"), 0);
      yield* refreshAccessToken({ client, refreshToken: tokens.refreshToken, jkt, scope: null });
      assert.strictEqual(yield* passing("26 days"), 0);
      assert.deepStrictEqual(yield* ends, []);
      assert.strictEqual(yield* passing("26 days"), 1);
      assert.deepStrictEqual(yield* ends, ["AuthorizationEnded.v1 expired", "SessionEnded.v1 revoked"]);
    }).pipe(Effect.provide(memoryService))
  );
});
