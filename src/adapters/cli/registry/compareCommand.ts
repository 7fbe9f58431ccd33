import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present } from "../report/present.ts";
import { compareWithLog } from "./compareWithLog.ts";
import { describeComparison } from "./describeComparison.ts";

const report = Effect.mapBoth(compareWithLog, { onFailure: explainFailure, onSuccess: describeComparison });

export const compare: Run = (given) => present(given, report);
