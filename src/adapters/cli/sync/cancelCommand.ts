import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { notRunningText } from "../../../application/sync/backfill/backfillText.ts";
import { cancelBackfill } from "../../../application/sync/backfill/cancelBackfill.ts";
import { speedOf } from "../../../domain/sync/backfill/Backfill.ts";
import type { Run } from "../command/Command.ts";
import { failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present } from "../report/present.ts";
import { describeBackfill } from "./backfillCommand.ts";
import { backfillId } from "./syncParameters.ts";

const report = Effect.fnUntraced(function* (id: string) {
  const cancelled = yield* cancelBackfill(id, { type: "operator", id: null });
  return describeBackfill({ ...cancelled, ...speedOf(cancelled, yield* Clock.currentTimeMillis) });
});

export const cancel: Run = (given) =>
  present(
    given,
    Effect.mapError(report(given(backfillId)), (error) =>
      error._tag === "BackfillNotRunning"
        ? failure(`backfill_${error.reason.replace("-", "_")}`, notRunningText(error))
        : explainFailure(error)
    )
  );
