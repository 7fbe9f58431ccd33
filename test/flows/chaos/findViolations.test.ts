import { assert, it } from "@effect/vitest";
import type { RecordedEvent } from "../../../src/domain/event/Envelope.ts";
import { EventId } from "../../../src/domain/event/EventId.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { Acknowledged } from "./Acknowledged.ts";
import { contradictLog, reasonsOfEnds } from "./findViolations.ts";

let position = 0;

const event = (type: string, data: RecordedEvent["data"], reason: string | null = null): RecordedEvent => {
  position += 1;
  return {
    id: EventId.make("01900000-0000-7000-8000-000000000000"),
    type,
    occurredAt: "2026-11-30T00:00:00.000Z",
    recordedAt: "2026-11-30T00:00:00.000Z",
    actor: { type: "system", id: null },
    clientId: null,
    authorizationId: null,
    subjectDid: null,
    requestId: null,
    causationId: null,
    correlationId: null,
    outcome: "success",
    reason,
    data,
    position,
    stream: streamName("authorization", "a"),
    version: position,
    leafHash: ""
  };
};

const exchanged = event("CodeExchanged.v1", { authorizationId: "a", accessTokenId: "token" });
const registered = event("ClientRegistered.v2", { clientId: "client" });

const told = (): Acknowledged => {
  const acknowledged = new Acknowledged();
  acknowledged.tokenIds.push("token");
  acknowledged.clientIds.push("client");
  acknowledged.ends.push({ tokenId: "token", told: "invalid_grant" });
  return acknowledged;
};

it("A log that says everything that was acknowledged contradicts nothing", () => {
  const ended = event("AuthorizationEnded.v1", { authorizationId: "a" }, "session-ended");
  assert.deepEqual(contradictLog(told(), [exchanged, registered, ended]), []);
  assert.deepEqual(reasonsOfEnds([exchanged, ended]), { "Authorization session-ended": 1 });
});

it.each([
  ["a token", [registered, event("AuthorizationEnded.v1", { authorizationId: "a" }, "expired")], /token token was ack/],
  [
    "a client",
    [exchanged, event("AuthorizationEnded.v1", { authorizationId: "a" }, "expired")],
    /client client was ack/
  ],
  ["the end of a session", [exchanged, registered], /ended \(invalid_grant\) without a reason/],
  [
    "the end of this session",
    [exchanged, registered, event("AuthorizationEnded.v1", { authorizationId: "b" }, "expired")],
    /ended \(invalid_grant\) without a reason/
  ],
  [
    "the reason of an end",
    [exchanged, registered, event("AuthorizationEnded.v1", { authorizationId: "a" })],
    /no reason/
  ]
] as const)("A log without %s is found", (_, events, expected) => {
  assert.match(contradictLog(told(), events).join("\n"), expected);
});
