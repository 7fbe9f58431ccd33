import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { EventLogUnavailable } from "../event/EventLog.ts";
import type { VerificationHistory } from "./VerificationHistory.ts";

/** What this process knows of the verifications that the log records. */
export class VerificationRuns extends Context.Tag("domain/VerificationRuns")<
  VerificationRuns,
  {
    readonly history: Effect.Effect<VerificationHistory>;
    /** Waits up to 5 seconds until the events up to a position are in the history. */
    readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
  }
>() {}
