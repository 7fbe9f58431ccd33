import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { VerificationRuns } from "../../domain/verification/VerificationRuns.ts";
import * as ReadModels from "./ReadModels.ts";

/** The verifications of the log, in memory. */
export const layer = Layer.effect(
  VerificationRuns,
  Effect.map(ReadModels.ReadModels, ({ verifications }) =>
    VerificationRuns.of({
      history: verifications.current,
      awaitPosition: verifications.awaitPosition
    })
  )
).pipe(Layer.provide(ReadModels.layer));
