import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { removeAdmin } from "../../../application/admin/removeAdmin.ts";
import { resolveSubject } from "../../../application/erasure/resolveSubject.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { adminFailure, unknownAccount } from "./adminFailure.ts";
import { account, confirmRemoval } from "./adminParameters.ts";

const unconfirmed = badUsage("--yes is missing: the admin is signed out of the settings; add --yes to confirm");

const report = Effect.fnUntraced(function* (given: Given) {
  const did = yield* Effect.mapError(resolveSubject(given(account)), explainFailure);
  if (Option.isNone(did)) return yield* unknownAccount;
  yield* Effect.mapError(removeAdmin(did.value, { type: "operator", id: null }), adminFailure);
  return { text: `${did.value} is no longer an admin.`, json: { did: did.value, removed: true } } satisfies Report;
});

export const removeCommand: Run = (given) =>
  given(confirmRemoval) ? presentWithSync(given, report(given)) : unconfirmed;
