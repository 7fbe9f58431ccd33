import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { GrantedAuthorizations, type GrantedFilter } from "../../src/domain/authorization/GrantedAuthorizations.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { knownSample } from "./sampleEvent.ts";

const alice = Did.make("did:plc:alice");
const bob = Did.make("did:plc:bob");

const append = (
  authorizationId: string,
  version: number,
  type: Parameters<typeof knownSample>[0],
  data: Readonly<Record<string, unknown>>,
  more: { readonly clientId: string; readonly subjectDid: Did }
) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const event = knownSample(type, data, { authorizationId, ...more });
    const [recorded] = yield* log.append(streamName("authorization", authorizationId), version, [event]);
    return recorded ?? assert.fail();
  });

/** Tokens are given out for the first time, at 1,000 and until 2,000. */
const grant = (subjectDid: Did, clientId: string) =>
  Effect.gen(function* () {
    const authorizationId = `auth_${randomUUID()}`;
    const data = { authorizationId, scope: "atproto", exchangedAt: 1000, refreshExpiresAt: 2000 };
    const { position } = yield* append(authorizationId, 0, "CodeExchanged.v1", data, { clientId, subjectDid });
    return { authorizationId, position, clientId, did: subjectDid };
  });

type Granted = Effect.Effect.Success<ReturnType<typeof grant>>;

const refresh = ({ authorizationId, clientId, did: subjectDid }: Granted, version: number) =>
  append(
    authorizationId,
    version,
    "TokensRefreshed.v1",
    { authorizationId, scope: "atproto", refreshedAt: 1500, refreshExpiresAt: 3000 },
    { clientId, subjectDid }
  );

const end = ({ authorizationId, clientId, did: subjectDid }: Granted, version: number, reason: string) =>
  append(authorizationId, version, "AuthorizationEnded.v1", { authorizationId, reason }, { clientId, subjectDid });

const all: GrantedFilter = { did: null, clientId: null, state: null, now: 1200 };

const idsOf = (filter: Partial<GrantedFilter>, before: number | null = null, limit = 100) =>
  Effect.gen(function* () {
    const granted = yield* GrantedAuthorizations;
    return (yield* granted.page({ ...all, ...filter }, before, limit)).map(({ authorizationId }) => authorizationId);
  });

/** What is known of the authorizations for which tokens were given out. */
export const grantedAuthorizationsContract = <E>(
  name: string,
  layer: Layer.Layer<GrantedAuthorizations | EventLog, E>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`GrantedAuthorizations contract: ${name}`, (it) => {
    it.effect(
      "is given those of everybody, of a person, of a client, and of both, the newest first, page by page",
      () =>
        Effect.gen(function* () {
          const client = `client_${randomUUID()}`;
          const other = `client_${randomUUID()}`;
          const first = yield* grant(alice, client);
          const second = yield* grant(bob, client);
          const third = yield* grant(alice, client);
          const fourth = yield* grant(alice, other);
          const ids = (...some: ReadonlyArray<Granted>) => some.map(({ authorizationId }) => authorizationId);
          assert.deepStrictEqual(yield* idsOf({}), ids(fourth, third, second, first));
          assert.deepStrictEqual(yield* idsOf({ clientId: client }), ids(third, second, first));
          assert.deepStrictEqual(yield* idsOf({ did: alice }), ids(fourth, third, first));
          assert.deepStrictEqual(yield* idsOf({ did: alice, clientId: client }), ids(third, first));
          assert.deepStrictEqual(yield* idsOf({ clientId: client }, null, 2), ids(third, second));
          assert.deepStrictEqual(yield* idsOf({ clientId: client }, second.position, 2), ids(first));
          assert.deepStrictEqual(yield* idsOf({ did: "did:plc:nobody" }), []);
          assert.deepStrictEqual(yield* idsOf({}, first.position), []);
        })
    );

    it.effect("returns when each authorization was granted, last used and ended, and why", () =>
      Effect.gen(function* () {
        const granted = yield* GrantedAuthorizations;
        const clientId = `client_${randomUUID()}`;
        const one = yield* grant(alice, clientId);
        const known = { ...one, scope: "atproto", grantedAt: 1000 };
        const page = granted.page({ ...all, clientId }, null, 10);
        assert.deepStrictEqual(yield* page, [{ ...known, usedAt: 1000, expiresAt: 2000, end: null }]);
        yield* refresh(one, 1);
        assert.deepStrictEqual(yield* page, [{ ...known, usedAt: 1500, expiresAt: 3000, end: null }]);
        const ended = yield* end(one, 2, "revoked-by-admin");
        const at = Date.parse(ended.recordedAt);
        const over = { ...known, usedAt: 1500, expiresAt: 3000, end: { at, reason: "revoked-by-admin" } };
        assert.deepStrictEqual(yield* page, [over]);
        yield* end(one, 3, "expired");
        assert.deepStrictEqual(yield* page, [over]);
      })
    );

    it.effect("counts an authorization as ended once it ended or expired unused", () =>
      Effect.gen(function* () {
        const clientId = `client_${randomUUID()}`;
        const used = yield* grant(alice, clientId);
        yield* refresh(used, 1);
        const unused = yield* grant(alice, clientId);
        const over = yield* grant(bob, clientId);
        yield* end(over, 1, "revoked-by-user");
        const inTime = { clientId, now: 1999 };
        const later = { clientId, now: 2000 };
        const ids = (...some: ReadonlyArray<Granted>) => some.map(({ authorizationId }) => authorizationId);
        assert.deepStrictEqual(yield* idsOf({ ...inTime, state: "active" }), ids(unused, used));
        assert.deepStrictEqual(yield* idsOf({ ...inTime, state: "ended" }), ids(over));
        assert.deepStrictEqual(yield* idsOf({ ...later, state: "active" }), ids(used));
        assert.deepStrictEqual(yield* idsOf({ ...later, state: "ended" }), ids(over, unused));
        assert.deepStrictEqual(yield* idsOf({ ...inTime, state: "overdue" }), []);
        assert.deepStrictEqual(yield* idsOf({ ...later, state: "overdue" }), ids(unused));
        assert.deepStrictEqual(yield* idsOf({ ...later, did: bob, state: "ended" }), ids(over));
      })
    );

    it.effect("does not list a login that led to no tokens", () =>
      Effect.gen(function* () {
        const clientId = `client_${randomUUID()}`;
        const authorizationId = `auth_${randomUUID()}`;
        const who = { clientId, subjectDid: alice };
        yield* append(authorizationId, 0, "LoginCompleted.v1", { authorizationId, did: alice }, who);
        yield* append(authorizationId, 1, "AuthorizationEnded.v1", { authorizationId, reason: "expired" }, who);
        assert.deepStrictEqual(yield* idsOf({ clientId }), []);
      })
    );
  });
