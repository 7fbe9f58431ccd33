import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { RecordedEvent } from "../../../../src/domain/event/Envelope.ts";
import { EventId } from "../../../../src/domain/event/EventId.ts";
import { StreamName } from "../../../../src/domain/event/StreamName.ts";

export const alice = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
export const admin = Did.make("did:web:admin.example.com");
export const statusphere = "client_statusphere";

/** An event of the log, with the members that stories depend on. */
export const event = (
  position: number,
  type: string,
  stream: string,
  change: Partial<Omit<RecordedEvent, "position" | "type" | "stream">> = {}
): RecordedEvent => {
  const at = new Date(Date.parse("2026-11-28T10:00:00.000Z") + position * 600).toISOString();
  return {
    id: EventId.make(`01a22831-377e-712f-a0fa-${String(position).padStart(12, "0")}`),
    occurredAt: at,
    actor: { type: "system", id: null },
    clientId: null,
    authorizationId: null,
    subjectDid: null,
    requestId: null,
    causationId: null,
    correlationId: null,
    outcome: "success",
    reason: null,
    data: {},
    version: 1,
    recordedAt: at,
    leafHash: "",
    ...change,
    position,
    type,
    stream: StreamName.make(stream)
  };
};

/** The seven steps of a sign-in to an app, from a position. */
export const signIn = (from: number, id: string): ReadonlyArray<RecordedEvent> => {
  const of = { authorizationId: id, clientId: statusphere };
  const known = { ...of, subjectDid: alice };
  const own = `authorization-${id}`;
  return [
    event(from, "AuthorizationRequested.v1", own, { ...of, requestId: "r1" }),
    event(from + 1, "UpstreamLoginStarted.v1", own, { ...known, requestId: "r1" }),
    event(from + 2, "UpstreamReturned.v1", own, { ...known, requestId: "r2" }),
    event(from + 3, "SessionEstablished.v1", `session-of-${id}`, { ...known, requestId: "r2" }),
    event(from + 4, "LoginCompleted.v1", own, { ...known, requestId: "r2" }),
    event(from + 5, "CodeIssued.v1", own, { ...known, requestId: "r2" }),
    event(from + 6, "CodeExchanged.v1", own, { ...known, requestId: "r3" })
  ];
};
