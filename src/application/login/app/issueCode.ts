import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { CodeIssued, LoginCompleted } from "../../../domain/authorization/AuthorizationEvent.ts";
import { unusedVersion } from "../../../domain/authorization/request/PushedRequest.ts";
import { PushedRequestUsed } from "../../../domain/authorization/request/PushedRequestEvent.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { type UnitOfWork, UnitsOfWork, type VaultChange } from "../../../domain/event/UnitOfWork.ts";
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";
import { Subjects } from "../../../domain/personal/Subjects.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { SessionEstablished } from "../../../domain/session/SessionEvent.ts";
import { type LoginSecrets, SessionSecrets } from "../../../domain/session/SessionSecrets.ts";
import type { UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { wrapAppends } from "../../event/decideAcross.ts";
import { sealedSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { erasedLoginSecrets } from "../upstream/loginSecrets.ts";
import { UnknownCallback } from "./callbackErrors.ts";
import { appLoginEventMetadata, type PendingLogin } from "./pendingLogin.ts";

/** What completes a login. */
interface Completion {
  readonly secrets: LoginSecrets;
  readonly tokens: UpstreamTokens;
  readonly identity: Identity;
  readonly scope: string;
}

/** Of several logins started with one pushed request, the first that reaches a code consumes it. */
const useOfRequest = (requestHash: string, authorizationId: string) => ({
  stream: streamName("pushed-request", requestHash),
  version: unusedVersion,
  events: [new PushedRequestUsed({ requestHash, authorizationId })]
});

/** Stores the identity of an account that signed in for the first time, after a change or after its erasure, with the rest. */
const commitWithIdentity = Effect.fnUntraced(function* (unit: UnitOfWork, identity: Identity) {
  const [atomically, index, subjects, units] = [
    yield* Atomically,
    yield* RecordIndex,
    yield* Subjects,
    yield* UnitsOfWork
  ];
  const steps = [subjects.allow([identity.did]), index.putActor(identity), units.commit(unit)];
  yield* atomically.run(Effect.all(steps, { discard: true }));
});

/** Commits the end of a login. As a rule the index knows the identity, so that one round trip is enough. */
const commitLogin = Effect.fnUntraced(
  function* (unit: UnitOfWork, identity: Identity) {
    const units = yield* UnitsOfWork;
    yield* Effect.catchTag(units.commit({ ...unit, identities: [identity] }), "IdentityUnknown", () =>
      commitWithIdentity(unit, identity)
    );
  },
  Effect.catchTags({ AlreadyUsed: Effect.die, IdentityUnknown: Effect.die })
);

/** Opens the session at the PDS and issues a code to the app, with the reply that `seal` seals. Returns the code. */
export const issueCode = Effect.fnUntraced(
  function* <R>(
    pending: PendingLogin,
    { identity, scope, secrets, tokens }: Completion,
    seal: (code: string) => Effect.Effect<ReadonlyArray<VaultChange>, never, R>
  ) {
    const { authorizationId, requestHash } = pending.state.request;
    const now = yield* Clock.currentTimeMillis;
    const sessionId = `session_${yield* randomText(16)}`;
    const code = `code_${yield* randomText(32)}`;
    const established = new SessionEstablished({
      sessionId,
      authorizationId,
      did: identity.did,
      pds: identity.pds,
      issuer: secrets.server.issuer,
      scope: tokens.scope,
      jkt: secrets.dpopKey.jkt,
      accessExpiresAt: tokens.expiresAt
    });
    const completed = [
      new LoginCompleted({ authorizationId, did: identity.did, sessionId, scope }),
      new CodeIssued({ authorizationId, codeHash: sha256Base64Url(code), expiresAt: now + lifetimes.code })
    ];
    const { clientKey, server, dpopKey } = secrets;
    const { accessToken, refreshToken } = tokens;
    const metadata = appLoginEventMetadata(pending.state, identity.did);
    const kept = { server, dpopKey, clientKey, accessToken, refreshToken };
    const appends = [
      ...(requestHash === undefined ? [] : [useOfRequest(requestHash, authorizationId)]),
      { stream: streamName("session", sessionId), version: 0, events: [established] },
      { stream: pending.stream, version: pending.version, events: completed }
    ];
    const unit: UnitOfWork = {
      appends: yield* wrapAppends(appends.map((append) => ({ ...append, metadata }))),
      uses: [],
      secrets: [
        yield* sealedSecret(SessionSecrets, vaultRow.session(sessionId), kept, null),
        ...erasedLoginSecrets(authorizationId),
        ...(yield* seal(code))
      ]
    };
    yield* commitLogin(unit, identity);
    return code;
  },
  Effect.catchTag("VersionConflict", () => new UnknownCallback({ reason: "already-used" }))
);
