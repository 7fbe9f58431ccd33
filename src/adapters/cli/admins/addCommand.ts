import * as Effect from "effect/Effect";
import { addAdminByOperator } from "../../../application/admin/addAdminByOperator.ts";
import type { Given, Run } from "../command/Command.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { adminFailure } from "./adminFailure.ts";
import { account, newRole } from "./adminParameters.ts";

const report = Effect.fnUntraced(function* (given: Given) {
  const role = given(newRole) ?? "owner";
  const { did, handle } = yield* Effect.mapError(addAdminByOperator(given(account), role), adminFailure);
  return {
    text: `${handle ?? did} is an admin from now on, with the role ${role}. The account signs in at /settings.`,
    json: { did, handle, role }
  } satisfies Report;
});

export const addCommand: Run = (given) => presentWithSync(given, report(given));
