import { parentPort } from "node:worker_threads";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { checkEvents } from "../../domain/verification/checkEvents.ts";
import { hashingNode } from "./hashingNode.ts";

/** The module of a thread of `EventCheckerNode`: it answers each list of events in order. */
parentPort?.on("message", (events: ReadonlyArray<RecordedEvent>) => {
  parentPort?.postMessage(checkEvents(events, hashingNode));
});
