import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { SetupTokenIssued, SetupTokenUsed } from "../../domain/administration/AdministrationEvent.ts";
import { adminLifetimes } from "../../domain/administration/adminLifetimes.ts";
import type { SetupToken } from "../../domain/administration/SetupToken.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { setupTokens } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { decide } from "../event/decide.ts";
import { currentAdmins } from "./currentAdmins.ts";
import { openAdminSession } from "./openAdminSession.ts";

/**
 * A setup token that is not accepted. With `has-admin`, the token was issued for the first admin and there is one by
 * now.
 */
export class SetupTokenRefused extends Schema.TaggedError<SetupTokenRefused>()("SetupTokenRefused", {
  reason: Schema.Literal("unknown", "used", "expired", "has-admin")
}) {}

const system = { actor: systemActor } as const;
const operator = { actor: { type: "operator", id: null } } as const;
const setupAdmin = { actor: { type: "admin", id: null } } as const;

/**
 * Issues a one-time setup token for the operator; the log stores its hash. A recovery token, which only the command
 * line issues, is accepted even if there are admins.
 */
export const issueSetupToken = traced("issueSetupToken")(function* (recovery: boolean = false) {
  const token = `setup_${yield* randomText(24)}`;
  const tokenHash = sha256Base64Url(token);
  const expiresAt = (yield* Clock.currentTimeMillis) + adminLifetimes.setupToken;
  const event = new SetupTokenIssued({ tokenHash, expiresAt, ...(recovery && { recovery: true }) });
  yield* appendEvents(streamName("setup", tokenHash), 0, [event], recovery ? operator : system).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );
  return Redacted.make(token);
});

/** Issues the token that is printed at startup; null once there is an admin. */
export const issueFirstSetupToken = Effect.gen(function* () {
  const admins = yield* currentAdmins;
  return admins.any ? null : yield* issueSetupToken();
});

const refusalOf = (state: SetupToken, hasAdmin: boolean, now: number): SetupTokenRefused["reason"] | null => {
  if (state._tag === "Unknown") return "unknown";
  if (state._tag === "Used") return "used";
  if (now >= state.expiresAt) return "expired";
  return hasAdmin && !state.recovery ? "has-admin" : null;
};

/**
 * Exchanges a setup token for a session in which the user can sign in with the account that becomes an admin. The
 * token is consumed. Of several concurrent attempts, in any process, one succeeds.
 */
export const signInWithSetupToken = traced("signInWithSetupToken")(function* (presented: Redacted.Redacted<string>) {
  const tokenHash = sha256Base64Url(Redacted.value(presented));
  const now = yield* Clock.currentTimeMillis;
  const { any } = yield* currentAdmins;
  const { outcome: recovery } = yield* decide({
    aggregate: setupTokens,
    stream: streamName("setup", tokenHash),
    metadata: () => setupAdmin,
    decide: (state) => {
      const reason = refusalOf(state, any, now);
      return reason === null
        ? Effect.succeed({
            events: [new SetupTokenUsed({ tokenHash })],
            outcome: state._tag === "Issued" && state.recovery
          })
        : new SetupTokenRefused({ reason });
    }
  });
  return yield* openAdminSession(null, recovery);
});
