import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { Atomically } from "../../domain/event/Atomically.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { type OwedRevocation, OwedRevocations } from "../../domain/session/OwedRevocations.ts";
import type { PdsSession } from "../../domain/session/PdsSession.ts";
import {
  type RevocationFailure,
  SessionRevocationAbandoned,
  SessionRevokedAtPds
} from "../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { UpstreamAuthorization } from "../../domain/session/UpstreamAuthorization.ts";
import { forkTask } from "../background/supervise.ts";
import { sessions } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { IssuerTurns } from "./IssuerTurns.ts";
import { revocationFailureOf } from "./upstreamFailures.ts";
import { getSecret, vaultRow } from "./vaultSecrets.ts";

/** How long a PDS is tried to be told, in milliseconds: a day. */
const patience = 24 * 60 * 60_000;

/** A try in vain is followed by the next after half the age of the end, within these bounds, in milliseconds. */
const pause = { shortest: 5_000, longest: 60 * 60_000 };

/** How long a session waits when its PDS is left alone for now, in milliseconds. */
const rest = 30_000;

type Ended = Extract<PdsSession, { readonly _tag: "Ended" }>;
type Outcome = SessionRevokedAtPds | SessionRevocationAbandoned;

const pauseAt = (age: number): number => Math.min(Math.max(age / 2, pause.shortest), pause.longest);

const restful: ReadonlySet<RevocationFailure> = new Set(["unreachable", "timeout", "server-error", "rate-limited"]);
const hopeless: ReadonlySet<RevocationFailure> = new Set(["client-key-retired", "no-endpoint", "secrets-missing"]);

/** The tokens are erased with the outcome. More tokens may have come in the meantime, which are owed then. */
const settle = Effect.fnUntraced(
  function* (sessionId: string, { established }: Ended, version: number, outcome: Outcome) {
    const { authorizationId, did: subjectDid } = established;
    const vault = yield* TokenVault;
    const atomically = yield* Atomically;
    const about = { actor: systemActor, authorizationId, subjectDid };
    yield* atomically.run(
      Effect.zipRight(
        vault.remove(vaultRow.session(sessionId)),
        appendEvents(streamName("session", sessionId), version, [outcome], about)
      )
    );
  },
  (effect, sessionId) =>
    Effect.catchTag(effect, "VersionConflict", () =>
      Effect.flatMap(OwedRevocations, (owed) => owed.hold(sessionId, 1_000))
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
      // The PDS knows no such session, which is what it was to be told.
      reason === "invalid-grant" ? Effect.void : Effect.fail(revocationFailureOf(reason))
  );
});

const tell = (secrets: Option.Option<SessionSecrets>) =>
  Option.match(secrets, {
    onNone: () => Effect.fail<RevocationFailure>("secrets-missing"),
    onSome: revoke
  });

/** The session whose PDS is to be told; null when it was by now, or is not to be. */
const loadOwing = (sessionId: string) =>
  Effect.map(loadAggregate(sessions, streamName("session", sessionId)), ({ state, version }) =>
    state._tag === "Ended" && state.owesRevocation ? { state, version } : null
  );

const giveBackInTurn = Effect.fnUntraced(function* ({ age, attempts, sessionId }: OwedRevocation, turns: IssuerTurns) {
  const owed = yield* OwedRevocations;
  const owing = yield* loadOwing(sessionId);
  if (owing === null) return;
  const { state, version } = owing;
  const { issuer } = state.established;
  const isOverdue = age >= patience;
  const mayAsk = turns.mayAsk(issuer, yield* Clock.currentTimeMillis);
  if (!mayAsk && !isOverdue) return yield* owed.hold(sessionId, rest);
  const secrets = yield* getSecret(SessionSecrets, vaultRow.session(sessionId));
  const told = yield* Effect.either(mayAsk ? tell(secrets) : Effect.fail<RevocationFailure>("unreachable"));
  if (mayAsk && (Either.isRight(told) || !restful.has(told.left))) turns.answered(issuer);
  if (Either.isRight(told)) return yield* settle(sessionId, state, version, new SessionRevokedAtPds({ sessionId }));
  const reason = told.left;
  if (mayAsk && restful.has(reason)) turns.leaveAlone(issuer, yield* Clock.currentTimeMillis);
  const annotations = { sessionId, issuer, reason, attempts: attempts + 1 };
  if (hopeless.has(reason) || isOverdue) {
    yield* Effect.annotateLogs(Effect.logWarning("A session is over, and its PDS was never told"), annotations);
    return yield* settle(sessionId, state, version, new SessionRevocationAbandoned({ sessionId, reason }));
  }
  yield* owed.postpone(sessionId, pauseAt(age));
  yield* Effect.annotateLogs(
    Effect.logWarning("A session is over, and its PDS could not be told yet; it is tried again"),
    annotations
  );
});

/** Tells a PDS that a session is over, unless it is left alone for now; what fails is tried again for a day. */
export const giveBack = Effect.fn("giveBack")(function* (owed: OwedRevocation, turns: IssuerTurns = new IssuerTurns()) {
  const owing = yield* loadOwing(owed.sessionId);
  if (owing !== null) yield* turns.inTurn(owing.state.established.issuer, giveBackInTurn(owed, turns));
});

/** Tells the PDS at once without anybody waiting for it. Whatever becomes of that, the outbox has it. */
export const giveBackNow = (sessionId: string) =>
  giveBack({ sessionId, age: 0, attempts: 0 }).pipe(
    Effect.catchAll((problem) => Effect.logDebug("A PDS was not told yet that a session is over", problem)),
    forkTask("tell a PDS that a session is over")
  );
