import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present } from "../report/present.ts";
import { compareWithLog } from "./compareWithLog.ts";
import { describeComparison } from "./describeComparison.ts";

const compare = Effect.mapBoth(compareWithLog, { onFailure: explainFailure, onSuccess: describeComparison });

export const compareCommand = Command.make("compare", { json }, ({ json }) => present(json, compare)).pipe(
  Command.withDescription(commandHelp["registry compare"].what)
);
