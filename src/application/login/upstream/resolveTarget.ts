import * as Effect from "effect/Effect";
import { IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import { hintRefusal } from "./loginRefusals.ts";
import { type LoginContext, recordFailure, refusalOf } from "./loginSteps.ts";
import { loginTimeouts } from "./loginTimeouts.ts";
import { resolveLoginHint } from "./resolveLoginHint.ts";

/** Resolves a login hint to an account and a PDS, within the time a user waits. */
export const resolveTarget = (hint: string) =>
  resolveLoginHint(hint).pipe(
    Effect.timeoutFail({
      duration: loginTimeouts.account,
      onTimeout: () => new IdentityUnresolvable({ subject: hint.slice(0, 253), reason: "unreachable" })
    })
  );

/** Resolves a login hint; a failure is recorded and reported to the app. */
export const resolveTargetOrRefuse = (loginContext: LoginContext, hint: string) =>
  resolveTarget(hint).pipe(
    Effect.catchTag("IdentityUnresolvable", ({ reason }) =>
      Effect.zipRight(
        recordFailure(loginContext, { reason: "identity-unresolvable", detail: reason }),
        Effect.fail(refusalOf(loginContext, hintRefusal(hint, reason), "identity"))
      )
    )
  );
