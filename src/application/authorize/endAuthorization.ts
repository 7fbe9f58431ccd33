import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { AuthorizationEnd } from "../../domain/authorization/AuthorizationEvent.ts";
import { EndedAuthorizations } from "../../domain/authorization/EndedAuthorizations.ts";
import * as decisions from "../../domain/authorization/endAuthorization.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { EventLogUnavailable } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { SessionEnded } from "../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { authorizations, sessions } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { revokeAtPds } from "../session/revokeAtPds.ts";
import { getSecret, vaultRow } from "../session/vaultSecrets.ts";

/** Who ends which authorization, and why. */
export interface EndAuthorization {
  readonly authorizationId: string;
  readonly reason: AuthorizationEnd;
  readonly actor: Actor;
}

/** How often it is decided anew because somebody else appended in between. */
const attempts = 20;

const openSession = (sessionId: string) =>
  Effect.gen(function* () {
    const stream = streamName("session", sessionId);
    const { state, version } = yield* loadAggregate(sessions, stream);
    const secrets = yield* getSecret(SessionSecrets, vaultRow.session(sessionId));
    const events = state._tag === "Established" ? [new SessionEnded({ sessionId, reason: "revoked" })] : [];
    return { stream, version, secrets, events };
  });

/** The vault comes first, since the head of the log stays locked from the first append on. */
const endOnce = ({ actor, authorizationId, reason }: EndAuthorization) =>
  Effect.gen(function* () {
    const stream = streamName("authorization", authorizationId);
    const { state, version } = yield* loadAggregate(authorizations, stream);
    if (!("granted" in state)) return { ended: false, position: 0, secrets: Option.none<SessionSecrets>() };
    const { did, sessionId } = state.granted;
    const events = decisions.endAuthorization(state, authorizationId, reason);
    const session = yield* openSession(sessionId);
    const about = { actor, clientId: state.request.clientId, authorizationId, subjectDid: did };
    const atomically = yield* Atomically;
    const vault = yield* TokenVault;
    const recorded = yield* atomically.run(
      Effect.gen(function* () {
        yield* vault.remove(vaultRow.session(sessionId));
        const ended = yield* appendEvents(stream, version, events, about);
        return [...ended, ...(yield* appendEvents(session.stream, session.version, session.events, about))];
      })
    );
    return { ended: events.length > 0, position: recorded.at(-1)?.position ?? 0, secrets: session.secrets };
  }).pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "VersionConflict", times: attempts }),
    Effect.catchTag("VersionConflict", (cause) => new EventLogUnavailable({ operation: "append", cause }))
  );

/**
 * Ends an authorization and the session at the PDS that belongs to it, in one transaction, and waits until this process
 * accepts its tokens no more; others do not within a second. Answers whether it was still going on, and `afterwards`:
 * what is left to do, to tell the PDS.
 */
export const endAuthorization = Effect.fn("endAuthorization")(function* (request: EndAuthorization) {
  const { ended, position, secrets } = yield* endOnce(request);
  const projection = yield* EndedAuthorizations;
  yield* projection.awaitPosition(position);
  const afterwards = Option.match(secrets, { onNone: () => Effect.void, onSome: revokeAtPds });
  return { ended, afterwards };
});

/** The same for those who do not wait for the PDS. */
export const endAuthorizationNow = (request: EndAuthorization) =>
  Effect.flatMap(endAuthorization(request), ({ afterwards, ended }) => Effect.as(Effect.forkDaemon(afterwards), ended));
