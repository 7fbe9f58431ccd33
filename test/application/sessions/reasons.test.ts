import { readdirSync, readFileSync } from "node:fs";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { sessionEnded } from "../../../src/adapters/graphql/problems/sessionEnded.ts";
import { PdsMemory } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { endOwnAuthorization } from "../../../src/application/authorizations/endOwnAuthorization.ts";
import { listAuthorizations } from "../../../src/application/authorizations/listAuthorizations.ts";
import { authenticateRequest } from "../../../src/application/token/authenticateRequest.ts";
import { refreshAccessToken } from "../../../src/application/token/refreshAccessToken.ts";
import { vaultRow } from "../../../src/application/vault/vaultSecrets.ts";
import { AuthorizationEnd } from "../../../src/domain/authorization/AuthorizationEvent.ts";
import { type EndReason, endSentence } from "../../../src/domain/authorization/end/EndReason.ts";
import { SessionEnd } from "../../../src/domain/session/SessionEvent.ts";
import { TokenVault } from "../../../src/domain/vault/TokenVault.ts";
import { alice, publicUrl } from "../../support/memoryService.ts";
import { serviceWithScriptedUpstream } from "../../support/scriptedUpstream.ts";
import { aliceSignedIn, expire } from "./sessionThrough.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const reasons = new Set<EndReason>([...AuthorizationEnd.literals, ...SessionEnd.literals]);

/** Where each reason is brought about, by a test that names it. */
const provenBy: Record<EndReason, string | null> = {
  "code-replayed": "test/adapters/http/oauth/revoke.test.ts",
  "refresh-token-reused": "test/application/sessions/reasons.test.ts",
  "revoked-by-client": "test/adapters/http/oauth/revoke.test.ts",
  "revoked-by-user": "test/application/authorizations/authorizations.test.ts",
  "revoked-by-admin": "test/adapters/http/graphql/administration.test.ts",
  "session-ended": "test/application/sessions/refresh/refresh.test.ts",
  "client-deleted": "test/application/authorizations/authorizations.test.ts",
  "code-unused": "test/application/authorizations/overdue.test.ts",
  expired: "test/domain/authorization/token/refreshTokens.test.ts",
  "refused-by-pds": "test/application/sessions/refresh/refresh.test.ts",
  "lost-response": "test/application/sessions/refresh/refresh.test.ts",
  "issuer-changed": null,
  "subject-changed": "test/application/sessions/refresh/refresh.test.ts",
  "account-moved": "test/adapters/http/blobs/pdsTrouble.test.ts",
  "address-changed": "test/application/instance/publicUrl.test.ts",
  revoked: "test/application/sessions/refresh/refresh.test.ts",
  "client-key-retired": "test/flows/keyRotation.test.ts",
  "secrets-missing": "test/application/sessions/reasons.test.ts"
};

it("Every reason of an end has a sentence, which the auditor reads too", () => {
  const page = read("docs/auditing.md");
  for (const reason of reasons) {
    assert.match(endSentence[reason], /^[A-Z][^"\\]+\.$/);
    assert.include(page, `| \`${reason}\` | ${endSentence[reason]} |`);
    assert.include(sessionEnded(reason).message, endSentence[reason]);
    assert.strictEqual(sessionEnded(reason).more.cause, reason);
  }
  assert.strictEqual(new Set(Object.values(endSentence)).size, reasons.size);
});

it("Every reason of an end is caused in a test, or by nothing in the service", () => {
  const sources = readdirSync(new URL("src/application", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => read(`src/application/${name}`))
    .join();
  for (const reason of reasons) {
    const test = provenBy[reason];
    if (test === null) assert.notInclude(sources, `"${reason}"`);
    else assert.include(read(test), reason);
  }
});

const bearing = (accessToken: string) =>
  authenticateRequest({
    presented: { scheme: "DPoP", token: accessToken, proof: null },
    htm: "POST",
    htu: `${publicUrl}/graphql`
  });

it.effect("The app at every endpoint, and the user in the list, learn why an authorization ended", () =>
  Effect.gen(function* () {
    const { call, client, jkt, tokens } = yield* aliceSignedIn;
    yield* expire;
    yield* (yield* PdsMemory).forgetSessions;
    assert.propertyVal(yield* Effect.flip(call), "reason", "refused-by-pds");
    assert.propertyVal(yield* Effect.flip(call), "reason", "refused-by-pds");
    const refreshing = refreshAccessToken({ client, jkt, refreshToken: tokens.refreshToken, scope: null });
    assert.propertyVal(yield* Effect.flip(refreshing), "why", "refused-by-pds");
    const [ended] = yield* listAuthorizations(alice.did, { clientId: client.clientId, endedSince: 0 });
    assert.deepStrictEqual(ended?.end, { at: 3_585_000, reason: "refused-by-pds" });
    assert.deepStrictEqual(yield* listAuthorizations(alice.did, { clientId: client.clientId }), []);
    const later = { clientId: client.clientId, endedSince: 3_585_001 };
    assert.deepStrictEqual(yield* listAuthorizations(alice.did, later), []);
  }).pipe(Effect.provide(serviceWithScriptedUpstream))
);

it.effect("A caller with an access token that was valid learns why it no longer is", () =>
  Effect.gen(function* () {
    const { authorizationId, tokens } = yield* aliceSignedIn;
    yield* endOwnAuthorization({ did: alice.did, clientId: null, authorizationId });
    assert.propertyVal(yield* Effect.flip(bearing(tokens.accessToken)), "why", "revoked-by-user");
  }).pipe(Effect.provide(serviceWithScriptedUpstream))
);

it.effect("An authorization that expired unnoticed is listed as ended", () =>
  Effect.gen(function* () {
    yield* aliceSignedIn;
    yield* TestClock.adjust("31 days");
    const [over] = yield* listAuthorizations(alice.did, { clientId: null, endedSince: 0 });
    assert.deepStrictEqual(over?.end, { at: 30 * 86_400_000, reason: "expired" });
  }).pipe(Effect.provide(serviceWithScriptedUpstream))
);

it.effect("A session whose secrets are missing ends", () =>
  Effect.gen(function* () {
    const { call, sessionId } = yield* aliceSignedIn;
    yield* (yield* TokenVault).remove(vaultRow.session(sessionId));
    assert.propertyVal(yield* Effect.flip(call), "reason", "secrets-missing");
  }).pipe(Effect.provide(serviceWithScriptedUpstream))
);

it.effect("The reuse of an old refresh token ends the authorization, and the next request learns why", () =>
  Effect.gen(function* () {
    const { client, jkt, tokens } = yield* aliceSignedIn;
    const refreshing = refreshAccessToken({ client, jkt, refreshToken: tokens.refreshToken, scope: null });
    yield* refreshing;
    yield* TestClock.adjust("31 seconds");
    assert.propertyVal(yield* Effect.flip(refreshing), "reason", "reused");
    assert.propertyVal(yield* Effect.flip(refreshing), "why", "refresh-token-reused");
  }).pipe(Effect.provide(serviceWithScriptedUpstream))
);
