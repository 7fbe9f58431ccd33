import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { LoginTerminated } from "./LoginTerminated.ts";

/** Stops a login whose PDS, or whose account's documents, take longer than somebody waits. */
export const withLoginTimeout = (duration: Duration.Duration) =>
  Effect.timeoutFail({
    duration,
    onTimeout: () => new LoginTerminated({ reason: "upstream-unavailable", detail: "timeout" })
  });
