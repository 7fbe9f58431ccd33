import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { IdentityResolver } from "../../domain/identity/IdentityResolver.ts";
import type { SessionEstablished } from "../../domain/session/SessionEvent.ts";
import { endSession } from "./endSession.ts";
import { SessionTerminated } from "./SessionTerminated.ts";

/** How long a directory is waited for, in milliseconds: a call to the PDS does not depend on it. */
const timeoutMs = { remembered: 500, fresh: 3_000 };

/**
 * Ends the session of an account that lives at another PDS by now: nothing is written to the old one, and the person
 * signs in at the new one. An account whose document cannot be had has not moved, as far as anybody knows; its handle
 * is not asked for, whose host may be slow or gone.
 */
export const endIfMoved = Effect.fn("endIfMoved")(function* (
  { did, pds, sessionId }: SessionEstablished,
  knowledge: "remembered" | "fresh"
) {
  const resolver = yield* IdentityResolver;
  const home = yield* Effect.option(Effect.timeout(resolver.findPds(did, knowledge), timeoutMs[knowledge]));
  if (Option.isNone(home) || home.value === pds) return;
  yield* endSession(sessionId, "account-moved");
  return yield* new SessionTerminated({ reason: "account-moved" });
});
