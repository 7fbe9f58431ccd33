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
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";
import { Subjects } from "../../../domain/personal/Subjects.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { SessionEstablished } from "../../../domain/session/SessionEvent.ts";
import { type LoginSecrets, SessionSecrets } from "../../../domain/session/SessionSecrets.ts";
import type { UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";
import { putSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { eraseLoginSecrets } from "../upstream/loginSecrets.ts";
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
const useRequest = (requestHash: string, authorizationId: string, who: EventMetadata) =>
  appendEvents(
    streamName("pushed-request", requestHash),
    unusedVersion,
    [new PushedRequestUsed({ requestHash, authorizationId })],
    who
  );

/** Opens the session at the PDS and issues a code to the app, in one transaction with `keep`. Returns the code. */
export const issueCode = Effect.fnUntraced(
  function* <E, R>(
    pending: PendingLogin,
    { identity, scope, secrets, tokens }: Completion,
    keep: (code: string) => Effect.Effect<void, E, R>
  ) {
    const { request } = pending.state;
    const { authorizationId } = request;
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
    const index = yield* RecordIndex;
    const subjects = yield* Subjects;
    const atomically = yield* Atomically;
    const who = appLoginEventMetadata(pending.state, identity.did);
    const kept = { server, dpopKey, clientKey, accessToken, refreshToken };
    const steps = [
      putSecret(SessionSecrets, vaultRow.session(sessionId), kept, null),
      eraseLoginSecrets(authorizationId),
      subjects.allow([identity.did]),
      index.putActor(identity),
      keep(code),
      request.requestHash === undefined ? Effect.void : useRequest(request.requestHash, authorizationId, who),
      appendEvents(streamName("session", sessionId), 0, [established], who),
      appendEvents(pending.stream, pending.version, completed, who)
    ];
    yield* atomically.run(Effect.all(steps, { discard: true }));
    return code;
  },
  Effect.catchTag("VersionConflict", () => new UnknownCallback({ reason: "already-used" }))
);
