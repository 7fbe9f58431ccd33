import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { setAdminRole } from "../../../application/admin/setAdminRole.ts";
import { resolveSubject } from "../../../application/erasure/resolveSubject.ts";
import type { Given, Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { adminFailure, unknownAccount } from "./adminFailure.ts";
import { account, role } from "./adminParameters.ts";

const report = Effect.fnUntraced(function* (given: Given) {
  const did = yield* Effect.mapError(resolveSubject(given(account)), explainFailure);
  if (Option.isNone(did)) return yield* unknownAccount;
  const wanted = given(role);
  yield* Effect.mapError(setAdminRole(did.value, wanted, { type: "operator", id: null }), adminFailure);
  return {
    text: `${did.value} has the role ${wanted}.`,
    json: { did: did.value, role: wanted }
  } satisfies Report;
});

export const setRoleCommand: Run = (given) => presentWithSync(given, report(given));
