import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { PdsSession } from "../../../domain/session/PdsSession.ts";
import { type PendingRevocation, PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import {
  type RevocationFailure,
  SessionRevocationAbandoned,
  SessionRevokedAtPds
} from "../../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../../domain/session/UpstreamAuthorization.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { forkTask } from "../../background/supervise.ts";
import { sessions } from "../../event/aggregates.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { getSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { revocationFailureOf } from "../refresh/upstreamFailures.ts";
import { IssuerLimiter } from "./IssuerLimiter.ts";

/** For how long revocation at a PDS is attempted, in milliseconds: a day. */
const giveUpAfterMs = 24 * 60 * 60_000;

/** A failed attempt is repeated after half the time since the session ended, within these bounds, in milliseconds. */
const backoffMs = { shortest: 5_000, longest: 60 * 60_000 };

/** How long a session is deferred while its PDS is left alone, in milliseconds. */
const cooldownMs = 30_000;

type Ended = Extract<PdsSession, { readonly _tag: "Ended" }>;
type Outcome = SessionRevokedAtPds | SessionRevocationAbandoned;

const backoffAt = (age: number): number => Math.min(Math.max(age / 2, backoffMs.shortest), backoffMs.longest);

const retryable: ReadonlySet<RevocationFailure> = new Set(["unreachable", "timeout", "server-error", "rate-limited"]);
const permanent: ReadonlySet<RevocationFailure> = new Set(["client-key-retired", "no-endpoint", "secrets-missing"]);

/** Erases the tokens and records the outcome. More tokens may have arrived in the meantime; those are revoked next. */
const complete = Effect.fnUntraced(
  function* (sessionId: string, { established }: Ended, version: number, outcome: Outcome) {
    const { authorizationId, did: subjectDid } = established;
    const vault = yield* TokenVault;
    const atomically = yield* Atomically;
    const metadata = { actor: systemActor, authorizationId, subjectDid };
    yield* atomically.run(
      Effect.zipRight(
        vault.remove(vaultRow.session(sessionId)),
        appendEvents(streamName("session", sessionId), version, [outcome], metadata)
      )
    );
  },
  (effect, sessionId) =>
    Effect.catchTag(effect, "VersionConflict", () =>
      Effect.flatMap(PendingRevocations, (pendingRevocations) => pendingRevocations.defer(sessionId, 1_000))
    )
);

const revoke = Effect.fnUntraced(function* ({
  accessToken,
  clientKey,
  dpopKey: key,
  refreshToken,
  server
}: SessionSecrets) {
  if (server.revocationEndpoint === null) return yield* Effect.fail<RevocationFailure>("no-endpoint");
  const upstream = yield* UpstreamAuthorization;
  yield* Effect.catchAll(
    upstream.revoke({ clientKey, server, key, token: refreshToken ?? accessToken }),
    ({ reason }) =>
      // The session is already unknown to the PDS, so that nothing is left to revoke.
      reason === "invalid-grant" ? Effect.void : Effect.fail(revocationFailureOf(reason))
  );
});

const revokeWithSecrets = (secrets: Option.Option<SessionSecrets>) =>
  Option.match(secrets, {
    onNone: () => Effect.fail<RevocationFailure>("secrets-missing"),
    onSome: revoke
  });

/** Returns the session that is to be revoked at its PDS; null when it was revoked by now, or needs no revocation. */
const loadPending = (sessionId: string) =>
  Effect.map(loadAggregate(sessions, streamName("session", sessionId)), ({ state, version }) =>
    state._tag === "Ended" && state.needsRevocation ? { state, version } : null
  );

const revokeWithPermit = Effect.fnUntraced(function* (
  { age, attempts, sessionId }: PendingRevocation,
  limiter: IssuerLimiter
) {
  const pendingRevocations = yield* PendingRevocations;
  const loaded = yield* loadPending(sessionId);
  if (loaded === null) return;
  const { state, version } = loaded;
  const { issuer } = state.established;
  const isOverdue = age >= giveUpAfterMs;
  const mayRequest = limiter.mayRequest(issuer, yield* Clock.currentTimeMillis);
  if (!mayRequest && !isOverdue) return yield* pendingRevocations.defer(sessionId, cooldownMs);
  const secrets = yield* getSecret(SessionSecrets, vaultRow.session(sessionId));
  const result = yield* Effect.either(
    mayRequest ? revokeWithSecrets(secrets) : Effect.fail<RevocationFailure>("unreachable")
  );
  if (mayRequest && (Either.isRight(result) || !retryable.has(result.left))) limiter.closeCircuit(issuer);
  if (Either.isRight(result)) return yield* complete(sessionId, state, version, new SessionRevokedAtPds({ sessionId }));
  const reason = result.left;
  if (mayRequest && retryable.has(reason)) limiter.openCircuit(issuer, yield* Clock.currentTimeMillis);
  const annotations = { sessionId, issuer, reason, attempts: attempts + 1 };
  if (permanent.has(reason) || isOverdue) {
    yield* Effect.annotateLogs(Effect.logWarning("A session has ended, and was never revoked at its PDS"), annotations);
    return yield* complete(sessionId, state, version, new SessionRevocationAbandoned({ sessionId, reason }));
  }
  yield* pendingRevocations.postpone(sessionId, backoffAt(age));
  yield* Effect.annotateLogs(
    Effect.logWarning("A session has ended, and could not be revoked at its PDS yet; it is retried"),
    annotations
  );
});

/** Revokes an ended session at its PDS, unless the PDS is in cooldown; failures are retried for a day. */
export const revokeAtPds = traced("revokeAtPds")(function* (
  pending: PendingRevocation,
  limiter: IssuerLimiter = new IssuerLimiter()
) {
  const loaded = yield* loadPending(pending.sessionId);
  if (loaded !== null) yield* limiter.withPermit(loaded.state.established.issuer, revokeWithPermit(pending, limiter));
});

/** Revokes an ended session at its PDS in the background. The outbox retries it if that fails. */
export const revokeInBackground = (sessionId: string) =>
  revokeAtPds({ sessionId, age: 0, attempts: 0 }).pipe(
    Effect.catchAll((problem) => Effect.logDebug("A session was not revoked at its PDS yet", problem)),
    forkTask("revoke a session at its PDS")
  );
