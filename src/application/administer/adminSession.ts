import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import type { AdministrationEvent } from "../../domain/administration/AdministrationEvent.ts";
import { AdminSignedOut } from "../../domain/administration/AdministrationEvent.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { adminSessions } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";

/** An admin who is signed in; `did` is null for who came with the set-up token. */
export interface Admin {
  readonly did: Did | null;
}

/** Who is signed in with an admin session; none when it is unknown, over or signed out. */
export const findAdmin = Effect.fn("findAdmin")(function* (session: Redacted.Redacted<string>) {
  const stream = streamName("admin-session", sha256Base64Url(Redacted.value(session)));
  const { state } = yield* loadAggregate(adminSessions, stream);
  const now = yield* Clock.currentTimeMillis;
  return state._tag === "SignedIn" && now < state.expiresAt
    ? Option.some<Admin>({ did: state.did })
    : Option.none<Admin>();
});

/** Ends an admin session. */
export const signOutAdmin = Effect.fn("signOutAdmin")(function* (session: Redacted.Redacted<string>) {
  const sessionHash = sha256Base64Url(Redacted.value(session));
  yield* decide({
    aggregate: adminSessions,
    stream: streamName("admin-session", sessionHash),
    about: (state) => ({ actor: { type: "admin", id: state._tag === "SignedIn" ? state.did : null } }),
    decide: (state) => {
      const events: ReadonlyArray<AdministrationEvent> =
        state._tag === "SignedIn" ? [new AdminSignedOut({ sessionHash })] : [];
      return Effect.succeed({ events, outcome: undefined });
    }
  });
});
