import { randomBytes, randomUUID } from "node:crypto";
import type { NewEvent, RecordedEvent } from "../../src/domain/event/Envelope.ts";
import { uuidV7 } from "../../src/domain/event/EventId.ts";
import { leafHash } from "../../src/domain/event/leafHash.ts";
import { type StreamName, streamName } from "../../src/domain/event/StreamName.ts";
import samples from "../domain/event/samples.json" with { type: "json" };

/** A stream that nobody has used. */
export const freshStream = (): StreamName => streamName("write", randomUUID());

/** A plain event with an id of its own. */
export const sampleEvent = (change: Partial<NewEvent> = {}): NewEvent => ({
  id: uuidV7(Date.now(), randomBytes(10)),
  type: "RecordWritten.v1",
  occurredAt: "2026-03-01T10:20:30.123Z",
  actor: { type: "user", id: "did:plc:ewvi7nxzyoun6zhxrhs64oiz" },
  clientId: "client_1",
  authorizationId: "authorization_1",
  subjectDid: null,
  requestId: "request_1",
  causationId: null,
  correlationId: null,
  outcome: "success",
  reason: null,
  data: { uri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.example.note/3k2a" },
  ...change
});

/** An event of a type that the service knows, with every member that its data need. */
export const knownSample = (
  type: keyof typeof samples,
  data: NewEvent["data"] = {},
  change: Partial<NewEvent> = {}
): NewEvent => sampleEvent({ type, data: { ...samples[type], ...data }, ...change });

export const sampleEvents = (count: number): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, index) => sampleEvent({ data: { index } }));

/** Events as a log would hold them after a position. */
export const recordedEvents = (after: number, count: number): ReadonlyArray<RecordedEvent> =>
  sampleEvents(count).map((event, index) => {
    const recorded = { ...event, stream: freshStream(), version: index + 1, recordedAt: event.occurredAt };
    return { ...recorded, position: after + index + 1, leafHash: leafHash(recorded) };
  });
