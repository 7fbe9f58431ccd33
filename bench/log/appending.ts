import { randomBytes, randomUUID } from "node:crypto";
import * as Effect from "effect/Effect";
import type { NewEvent } from "../../src/domain/event/Envelope.ts";
import { uuidV7 } from "../../src/domain/event/EventId.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";

/** How appends are measured: `producers` at once, in `rounds` of `seconds`. */
export interface Appends {
  readonly producers: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** An event of about 300 bytes that changes no stored projection. */
const renewal = (sessionId: string, fence: number): NewEvent => ({
  id: uuidV7(Date.now(), randomBytes(10)),
  type: "SessionRefreshStarted.v1",
  occurredAt: new Date().toISOString(),
  actor: { type: "client", id: "client_9f8b2c1d" },
  clientId: "client_9f8b2c1d",
  authorizationId: "authorization_1",
  subjectDid: null,
  requestId: "request_1234567890",
  causationId: null,
  correlationId: null,
  outcome: "success",
  reason: null,
  data: { sessionId, fence }
});

/** Appends with many producers at once, one event each time and each to its own stream; returns the events per second. */
export const appendFor = Effect.fnUntraced(function* (producers: number, seconds: number) {
  const log = yield* EventLog;
  const started = performance.now();
  const until = started + seconds * 1_000;
  let appended = 0;
  const produce = () => {
    const sessionId = randomUUID();
    const stream = streamName("session", sessionId);
    let version = 0;
    return Effect.whileLoop({
      while: () => performance.now() < until,
      body: () => log.append(stream, version, [renewal(sessionId, version)]),
      step: () => {
        version += 1;
        appended += 1;
      }
    });
  };
  yield* Effect.all(Array.from({ length: producers }, produce), { concurrency: "unbounded", discard: true });
  return appended / ((performance.now() - started) / 1_000);
});
