import * as Effect from "effect/Effect";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { json, noStore } from "./HttpResponse.ts";
import type { Route } from "./Route.ts";

const patience = "2 seconds";

const readiness = Effect.gen(function* () {
  const log = yield* EventLog;
  const position = yield* Effect.timeout(log.head, patience);
  return json(200, { status: "ready", position }, noStore);
}).pipe(
  Effect.catchAll(() => Effect.succeed(json(503, { status: "unavailable" }, { ...noStore, "retry-after": "1" })))
);

/** Whether the process runs, and whether it can do its work: the log answers. */
export const healthRoutes: ReadonlyArray<Route<EventLog>> = [
  {
    methods: ["GET", "HEAD"],
    path: "/health",
    origins: "same",
    handle: () => Effect.succeed(json(200, { status: "ok" }, noStore))
  },
  { methods: ["GET", "HEAD"], path: "/ready", origins: "same", handle: () => readiness }
];
