import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { DatabaseStatus } from "../../../domain/health/DatabaseStatus.ts";

/** The memory of this process is no database. */
export const layer: Layer.Layer<DatabaseStatus> = Layer.succeed(DatabaseStatus, {
  read: () => Effect.succeed(null),
  time: Effect.succeed(null)
});
