import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { AdministrationEvent } from "../../domain/administration/AdministrationEvent.ts";
import { AdminSignedIn, SetupTokenIssued, SetupTokenUsed } from "../../domain/administration/AdministrationEvent.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { setupTokens } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { decide } from "../event/decide.ts";

const hour = 60 * 60 * 1000;
/** How long a set-up token can be used, and how long an admin stays signed in, in milliseconds. */
const tokenLife = 24 * hour;
const sessionLife = 12 * hour;

/** A set-up token that does not let anybody in. */
export class SetupTokenRefused extends Schema.TaggedError<SetupTokenRefused>()("SetupTokenRefused", {
  reason: Schema.Literal("unknown", "used", "expired")
}) {}

const system = { actor: { type: "system", id: null } } as const;
const setupAdmin = { actor: { type: "admin", id: null } } as const;

/** Makes a one-time set-up token for the operator to read at the start; the log keeps its hash. */
export const issueSetupToken = Effect.fn("issueSetupToken")(function* () {
  const token = `setup_${yield* randomText(24)}`;
  const tokenHash = sha256Base64Url(token);
  const expiresAt = (yield* Clock.currentTimeMillis) + tokenLife;
  const event = new SetupTokenIssued({ tokenHash, expiresAt });
  yield* appendEvents(streamName("setup", tokenHash), 0, [event], system).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );
  return Redacted.make(token);
});

/** Signs a browser in with a set-up token, which is used up by it. Answers the token of the admin session. */
export const signInWithSetupToken = Effect.fn("signInWithSetupToken")(function* (presented: Redacted.Redacted<string>) {
  const tokenHash = sha256Base64Url(Redacted.value(presented));
  const now = yield* Clock.currentTimeMillis;
  const { outcome: refusal } = yield* decide({
    aggregate: setupTokens,
    stream: streamName("setup", tokenHash),
    about: () => setupAdmin,
    decide: (state) => {
      const refuse = (reason: SetupTokenRefused["reason"]) => Option.some(new SetupTokenRefused({ reason }));
      const problem =
        state._tag === "Unknown"
          ? refuse("unknown")
          : state._tag === "Used"
            ? refuse("used")
            : now >= state.expiresAt
              ? refuse("expired")
              : Option.none<SetupTokenRefused>();
      const events: ReadonlyArray<AdministrationEvent> = Option.isSome(problem)
        ? []
        : [new SetupTokenUsed({ tokenHash })];
      return Effect.succeed({ events, outcome: problem });
    }
  });
  if (Option.isSome(refusal)) return yield* refusal.value;
  const session = `admin_${yield* randomText(32)}`;
  const sessionHash = sha256Base64Url(session);
  const signedIn = new AdminSignedIn({ sessionHash, did: null, expiresAt: now + sessionLife });
  yield* appendEvents(streamName("admin-session", sessionHash), 0, [signedIn], setupAdmin).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );
  return { session: Redacted.make(session), maxAge: sessionLife };
});
