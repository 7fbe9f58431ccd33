import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { withSession } from "../../../src/application/sessions/withSession.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { loggedIn } from "../../support/loginThrough.ts";
import { alice } from "../../support/memoryService.ts";

/** Events of the log by a part of their type. */
export const events = Effect.flatMap(EventLog, (log) => log.read(0, 10_000));

/** The types and reasons of what happened to sessions, since they were established. */
export const sessionStory = Effect.map(events, (all) =>
  all
    .filter(({ stream }) => stream.startsWith("session-"))
    .slice(1)
    .map(({ reason, type }) => (reason === null ? type : `${type} ${reason}`))
);

/** Alice, signed in through an app; `call` is a call to her PDS that needs good tokens, and gives the access token. */
export const aliceSignedIn = Effect.gen(function* () {
  const login = yield* loggedIn(alice);
  const all = yield* events;
  const established = all.findLast(({ type }) => type === "SessionEstablished.v1");
  const authorizationId = established?.authorizationId ?? "";
  const sessionId = String(established?.data.sessionId);
  const call = withSession(authorizationId, ({ accessToken }) => Effect.succeed(accessToken));
  return { ...login, authorizationId, sessionId, call };
});

/** Brings the session to where its tokens must be refreshed. */
export const expire = TestClock.adjust(3_585_000);

/** Lets the test clock go on while something waits for it; a step of it takes some real milliseconds. */
export const withPassingTime = <A, E, R>(effect: Effect.Effect<A, E, R>, step: Duration.DurationInput = "50 millis") =>
  Effect.raceFirst(effect, Effect.forever(Effect.zipRight(Effect.yieldNow(), TestClock.adjust(step))));
