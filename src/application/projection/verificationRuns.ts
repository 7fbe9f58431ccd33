import * as Schema from "effect/Schema";
import { parts } from "../../domain/verification/Fault.ts";
import { ComparedCheckpoint, VerifiedBy } from "../../domain/verification/VerificationEvent.ts";
import { addRun, runOf, type VerificationHistory } from "../../domain/verification/VerificationHistory.ts";
import type { ReadModel } from "./ReadModel.ts";
import { snapshotForm } from "./snapshot/SnapshotForm.ts";

const entry = Schema.Struct({
  position: Schema.Int,
  by: VerifiedBy,
  compared: Schema.Array(ComparedCheckpoint),
  failedAt: Schema.NullOr(Schema.Struct({ badPosition: Schema.Int, part: Schema.Literal(...parts) }))
});

export const verificationRuns: ReadModel<VerificationHistory> = {
  name: "verification runs",
  types: new Set(["LogVerified.v1", "LogVerificationFailed.v1"] as const),
  initial: [],
  evolve: (history, event, { position }) =>
    event._tag === "LogVerified.v1" || event._tag === "LogVerificationFailed.v1"
      ? addRun(history, runOf(event, position))
      : history,
  snapshot: snapshotForm({
    version: 1,
    entry,
    entriesOf: (history) => history,
    stateOf: (history) => history
  })
};
