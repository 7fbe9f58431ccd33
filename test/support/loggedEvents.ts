import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { RecordedEvent } from "../../src/domain/event/Envelope.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { storage } from "../../src/main/storage.ts";
import { testSecrets } from "./testSubjectKeys.ts";

const pageSize = 1_000;
const noTypes: ReadonlySet<string> = new Set();

const readLog = Effect.gen(function* () {
  const log = yield* EventLog;
  const upTo = yield* log.head;
  const events: Array<RecordedEvent> = [];
  for (let after = 0; after < upTo; after += pageSize)
    events.push(...(yield* log.readRange({ after, upTo: Math.min(after + pageSize, upTo) }, pageSize, noTypes)));
  return events;
});

/** Returns the events of a log with their personal values. The service must use the secrets of tests. */
export const loggedEvents = (databaseUrl: string): Promise<ReadonlyArray<RecordedEvent>> =>
  readLog.pipe(
    Effect.provide(
      storage({
        databaseUrl: Redacted.make(databaseUrl),
        dataDir: "/nonexistent",
        secrets: testSecrets,
        purpose: "command"
      })
    ),
    Effect.runPromise
  );
