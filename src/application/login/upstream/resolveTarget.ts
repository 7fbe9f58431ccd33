import * as Effect from "effect/Effect";
import { IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import { hintRefusal } from "./loginRefusals.ts";
import { type LoginContext, recordFailure, refusalOf } from "./loginSteps.ts";
import { loginTimeouts } from "./loginTimeouts.ts";
import { resolveLoginHint } from "./resolveLoginHint.ts";

/** Finds the account and the PDS that were named, in the time that somebody waits for it. */
export const resolveTarget = (hint: string) =>
  resolveLoginHint(hint).pipe(
    Effect.timeoutFail({
      duration: loginTimeouts.account,
      onTimeout: () => new IdentityUnresolvable({ subject: hint.slice(0, 253), reason: "unreachable" })
    })
  );

/** The same; a failure is written down and told to the app. */
export const resolveTargetOrRefuse = (loginContext: LoginContext, hint: string) =>
  resolveTarget(hint).pipe(
    Effect.catchTag("IdentityUnresolvable", ({ reason }) =>
      Effect.zipRight(
        recordFailure(loginContext, { reason: "identity-unresolvable", detail: reason }),
        Effect.fail(refusalOf(loginContext, hintRefusal(hint, reason), "identity"))
      )
    )
  );
