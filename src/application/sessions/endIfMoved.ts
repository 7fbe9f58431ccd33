import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { traced } from "../../domain/failure/traced.ts";
import { IdentityResolver } from "../../domain/identity/IdentityResolver.ts";
import type { SessionEstablished } from "../../domain/session/SessionEvent.ts";
import { endSession } from "./endSession.ts";
import { SessionTerminated } from "./SessionTerminated.ts";

/** How long the directory may take, in milliseconds; a call to the PDS does not depend on it. */
const timeoutMs = { remembered: 500, fresh: 3_000 };

/**
 * Ends the session of an account that has moved to another PDS: nothing is written to the old one, and the user signs
 * in at the new one. An account whose document is unavailable is assumed not to have moved. Its handle is not resolved,
 * since its host may be slow or gone.
 */
export const endIfMoved = traced("endIfMoved")(function* (
  { did, pds, sessionId }: SessionEstablished,
  knowledge: "remembered" | "fresh"
) {
  const resolver = yield* IdentityResolver;
  const home = yield* Effect.option(Effect.timeout(resolver.findPds(did, knowledge), timeoutMs[knowledge]));
  if (Option.isNone(home) || home.value === pds) return;
  yield* endSession(sessionId, "account-moved");
  return yield* new SessionTerminated({ reason: "account-moved" });
});
