import * as Effect from "effect/Effect";
import { verifyConsistency } from "../../../application/verify/verifyConsistency.ts";
import type { Given, Run } from "../command/Command.ts";
import { failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present } from "../report/present.ts";
import { describeVerification } from "./describeVerification.ts";
import { readCheckpoint, readKeys } from "./readTrusted.ts";
import { databaseKey, olderCheckpoint } from "./verifyParameters.ts";

const check = (given: Given) =>
  Effect.gen(function* () {
    const keys = yield* readKeys(given(databaseKey));
    const text = yield* readCheckpoint(given(olderCheckpoint));
    const report = yield* Effect.mapError(verifyConsistency(text, keys), (error) =>
      error._tag === "TilesMissing" ? failure("tiles_missing", error.message) : explainFailure(error)
    );
    const continued = `The latest checkpoint, of ${report.size} events, continues the older one of ${report.checked}`;
    return describeVerification(report, report.firstBad === null ? [continued] : []);
  });

export const consistency: Run = (given) => present(given, check(given));
