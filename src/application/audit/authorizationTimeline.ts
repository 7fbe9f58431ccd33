import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Journey } from "../../domain/audit/AuditFilter.ts";
import { AuditTrail, type AuditUnavailable } from "../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { clientNameOf } from "./clientNameOf.ts";
import { renderEvent } from "./renderEvent.ts";

/** How far an authorization has progressed. */
type AuthorizationStage = "requested" | "signed-in" | "active" | "expired" | "ended" | "failed";

/** A summary of an authorization, with the log positions of its steps. */
export interface AuthorizationTimeline {
  readonly authorizationId: string;
  readonly did: string | null;
  readonly handle: string | null;
  readonly clientId: string;
  readonly clientName: string | null;
  readonly scope: string | null;
  readonly stage: AuthorizationStage;
  readonly endReason: string | null;
  /** Why it ended or failed, in a sentence. */
  readonly endMessage: string | null;
  readonly journey: Journey;
}

/** The event types of an authorization that occur once or a few times; the timeline leaves out all others. */
const milestones = [
  "AuthorizationRequested.v1",
  "ClientDeclined.v1",
  "LoginCompleted.v1",
  "LoginFailed.v1",
  "CodeExchanged.v1",
  "AuthorizationEnded.v1"
];

const textOf = (event: RecordedEvent | undefined, member: string): string | null => {
  const value = event?.data[member];
  return typeof value === "string" ? value : null;
};

const latest = (stream: string, type: string): Effect.Effect<RecordedEvent | undefined, AuditUnavailable, AuditTrail> =>
  Effect.flatMap(AuditTrail, (trail) =>
    Effect.map(
      trail.page({ filter: { stream, types: [type] }, order: "newest first", after: null, upTo: null, limit: 1 }),
      ([event]) => event
    )
  );

const stageOf = (
  found: (type: string) => RecordedEvent | undefined,
  renewed: RecordedEvent | undefined,
  now: number
): AuthorizationStage => {
  if (found("AuthorizationEnded.v1") !== undefined) return "ended";
  const exchanged = found("CodeExchanged.v1");
  if (exchanged !== undefined) {
    return Number((renewed ?? exchanged).data.refreshExpiresAt) > now ? "active" : "expired";
  }
  if (found("LoginFailed.v1") !== undefined || found("ClientDeclined.v1") !== undefined) return "failed";
  return found("LoginCompleted.v1") === undefined ? "requested" : "signed-in";
};

/** Returns the timeline of an authorization from its request to its end; null for one that is not in the log. */
export const authorizationTimeline = traced("authorizationTimeline")(function* (authorizationId: string) {
  const trail = yield* AuditTrail;
  const stream = `authorization-${authorizationId}`;
  const filter = { stream, types: milestones };
  const events = yield* trail.page({ filter, order: "oldest first", after: null, upTo: null, limit: 50 });
  const found = (type: string) => events.findLast((event) => event.type === type);
  const requested = found("AuthorizationRequested.v1");
  if (requested === undefined) return null;

  const completed = found("LoginCompleted.v1");
  const did = textOf(completed, "did");
  const requestHash = textOf(requested, "requestHash");
  const sessionId = textOf(completed, "sessionId");
  const session = sessionId === null ? null : `session-${sessionId}`;
  const streams = [requestHash === null ? null : `pushed-request-${requestHash}`, session];

  const last = found("AuthorizationEnded.v1") ?? found("LoginFailed.v1") ?? found("ClientDeclined.v1");
  const isOfSession = last?.reason === "session-ended" && session !== null;
  const end = (isOfSession ? yield* latest(session, "SessionEnded.v1") : undefined) ?? last;
  const actors = yield* KnownActors;
  const clientId = textOf(requested, "clientId") ?? "";
  return {
    authorizationId,
    did,
    handle: did === null ? null : ((yield* actors.handles([did])).get(did) ?? null),
    clientId,
    clientName: yield* clientNameOf(clientId),
    scope: textOf(completed, "scope") ?? textOf(requested, "scope"),
    stage: stageOf(found, yield* latest(stream, "TokensRefreshed.v1"), yield* Clock.currentTimeMillis),
    endReason: end?.reason ?? null,
    endMessage: end === undefined ? null : renderEvent(end).explanation,
    journey: { authorizationId, streams: streams.filter((name) => name !== null) }
  } satisfies AuthorizationTimeline;
});
