import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { LoginStopped } from "./LoginStopped.ts";

/** Stops a login whose PDS, or whose account's documents, take longer than somebody waits. */
export const stopAfter = (duration: Duration.Duration) =>
  Effect.timeoutFail({
    duration,
    onTimeout: () => new LoginStopped({ reason: "upstream-unavailable", detail: "timeout" })
  });
