import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import { appendEvents } from "../../src/application/event/appendEvents.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import {
  AuthorizationEnded,
  type AuthorizationEvent,
  CodeExchanged,
  CodeIssued,
  TokensRefreshed
} from "../../src/domain/authorization/AuthorizationEvent.ts";
import { OverdueAuthorizations } from "../../src/domain/authorization/end/OverdueAuthorizations.ts";
import type { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";

const hash = "a".repeat(43);

/** What ran out without an event that says so. */
export const overdueAuthorizationsContract = <E>(
  name: string,
  stores: Layer.Layer<OverdueAuthorizations | EventLog, E>
) =>
  it.layer(stores, { timeout: "60 seconds" })(`OverdueAuthorizations contract: ${name}`, (it) => {
    const authorization = () => {
      const authorizationId = `auth_${randomUUID()}`;
      let version = 0;
      const append = (...events: ReadonlyArray<AuthorizationEvent>) => {
        const appended = appendEvents(streamName("authorization", authorizationId), version, events, {
          actor: { type: "system", id: null },
          authorizationId,
          clientId: "client_a",
          subjectDid: Did.make("did:plc:a3p7ngc2wec733uceci7tnsa")
        }).pipe(Effect.provide(SecureRandomNode.layer));
        version += events.length;
        return appended;
      };
      const issued = (expiresAt: number) => append(new CodeIssued({ authorizationId, codeHash: hash, expiresAt }));
      const exchanged = (refreshExpiresAt: number) =>
        append(
          new CodeExchanged({
            authorizationId,
            codeHash: hash,
            jkt: null,
            refreshHash: hash,
            scope: "atproto",
            accessTokenId: "token_a",
            exchangedAt: 1,
            refreshExpiresAt
          })
        );
      const refreshed = (refreshExpiresAt: number) =>
        append(
          new TokensRefreshed({
            authorizationId,
            refreshHash: hash,
            replacedHash: hash,
            scope: "atproto",
            accessTokenId: "token_b",
            refreshedAt: 2,
            refreshExpiresAt
          })
        );
      const ended = append.bind(null, new AuthorizationEnded({ authorizationId, reason: "revoked-by-user" }));
      const isOverdue = (now: number) =>
        Effect.map(
          Effect.flatMap(OverdueAuthorizations, ({ list }) => list(now, "", 10_000)),
          (ids) => ids.includes(authorizationId)
        );
      return { issued, exchanged, refreshed, ended, isOverdue };
    };

    it.effect("lists a code that was not redeemed from its expiry on", () =>
      Effect.gen(function* () {
        const { isOverdue, issued } = authorization();
        yield* issued(1_000);
        assert.isFalse(yield* isOverdue(999));
        assert.isTrue(yield* isOverdue(1_000));
      })
    );

    it.effect("lists an authorization whose last refresh token was not used from its expiry on", () =>
      Effect.gen(function* () {
        const { exchanged, isOverdue, issued, refreshed } = authorization();
        yield* issued(1_000);
        yield* exchanged(5_000);
        assert.isFalse(yield* isOverdue(4_999));
        assert.isTrue(yield* isOverdue(5_000));
        yield* refreshed(9_000);
        assert.isFalse(yield* isOverdue(8_999));
        assert.isTrue(yield* isOverdue(9_000));
      })
    );

    it.effect("does not list an authorization that ended", () =>
      Effect.gen(function* () {
        const unused = authorization();
        yield* unused.issued(1_000);
        yield* unused.ended();
        assert.isFalse(yield* unused.isOverdue(9_000));
        const used = authorization();
        yield* used.issued(1_000);
        yield* used.exchanged(5_000);
        yield* used.ended();
        assert.isFalse(yield* used.isOverdue(9_000));
      })
    );

    it.effect("returns up to the requested number, and the remaining ones after them", () =>
      Effect.gen(function* () {
        const { list } = yield* OverdueAuthorizations;
        for (let count = 0; count < 3; count += 1) yield* authorization().issued(10);
        const used = authorization();
        yield* used.issued(10);
        yield* used.exchanged(10);
        const all = yield* list(10, "", 10_000);
        assert.deepStrictEqual(all, all.toSorted());
        const first = yield* list(10, "", 2);
        assert.deepStrictEqual(first, all.slice(0, 2));
        assert.deepStrictEqual(yield* list(10, first.at(-1) ?? "", 10_000), all.slice(2));
      })
    );
  });
