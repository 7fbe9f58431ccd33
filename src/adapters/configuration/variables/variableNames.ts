import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { labelerVariables } from "./labelerVariables.ts";
import { liveLimits } from "./liveLimits.ts";
import { publishingVariables } from "./publishingVariables.ts";
import { queryLimits } from "./QueryLimits.ts";
import { rateLimits } from "./rateLimits.ts";
import { retentionVariables } from "./retentionVariables.ts";
import { syncVariables } from "./syncVariables.ts";
import { nodeEnv, variables } from "./variables.ts";
import { webhookVariables } from "./webhookVariables.ts";

/** The names do not depend on keys. */
const noKey = { parse: () => Either.left("is not read"), generate: Effect.succeed(Redacted.make("")) };
const noKeys = { ...noKey, audit: noKey };

/** The names of all variables that the configuration reads. */
export const variableNames: ReadonlyArray<string> = [
  nodeEnv,
  ...Object.values(variables(false, noKeys)),
  ...Object.values(rateLimits),
  ...Object.values(queryLimits),
  ...Object.values(liveLimits),
  ...Object.values(publishingVariables(false)),
  ...Object.values(webhookVariables(false)),
  ...Object.values(retentionVariables),
  ...Object.values(labelerVariables),
  ...Object.values(syncVariables)
].map(({ name }) => name);
