import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import type { SigningKeyReader } from "../SigningKeyReader.ts";
import { labelerVariables } from "./labelerVariables.ts";
import { liveLimits } from "./liveLimits.ts";
import { monitoringVariables } from "./monitoringVariables.ts";
import { publishingVariables } from "./publishingVariables.ts";
import { queryLimits } from "./QueryLimits.ts";
import { rateLimits } from "./rateLimits.ts";
import { retentionVariables } from "./retentionVariables.ts";
import { syncVariables } from "./syncVariables.ts";
import { tracingVariables } from "./tracingVariables.ts";
import type { Variable } from "./Variable.ts";
import { nodeEnv, variables } from "./variables.ts";
import { webhookVariables } from "./webhookVariables.ts";

/** The names do not depend on keys. */
const noKey = { parse: () => Either.left("is not read"), generate: Effect.succeed(Redacted.make("")) };
const noKeys = { ...noKey, audit: noKey };

/** All variables that the configuration reads. */
export const everyVariable = (production: boolean, keys: SigningKeyReader): ReadonlyArray<Variable<unknown>> => [
  nodeEnv,
  ...Object.values(variables(production, keys)),
  ...Object.values(rateLimits),
  ...Object.values(queryLimits),
  ...Object.values(liveLimits),
  ...Object.values(publishingVariables(production)),
  ...Object.values(webhookVariables(production)),
  ...Object.values(retentionVariables),
  ...Object.values(labelerVariables),
  ...Object.values(syncVariables),
  ...Object.values(monitoringVariables(production)),
  ...Object.values(tracingVariables)
];

/** The names of all variables that the configuration reads. */
export const variableNames: ReadonlyArray<string> = everyVariable(false, noKeys).map(({ name }) => name);
