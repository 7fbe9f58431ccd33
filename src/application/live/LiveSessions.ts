import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { EndedAuthorizations } from "../../domain/authorization/end/EndedAuthorizations.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { forkSupervised } from "../background/supervise.ts";
import { currentClient } from "../token/currentClient.ts";
import type { Viewer } from "../token/Viewer.ts";

/**
 * Why a connection that stays open lost its session. `expired`: its access token expired. `ended`: its authorization or its
 * app ended. `hidden`: its account is hidden.
 */
export type SessionLoss = "expired" | "ended" | "hidden";

/** The session of a connection that stays open. `expiresAt` is when its access token expires, in Unix milliseconds. */
export interface LiveSession {
  readonly viewer: Viewer;
  readonly expiresAt: number;
}

/** A watched session, and what ends its connection. */
interface Watched extends LiveSession {
  readonly end: (loss: SessionLoss) => void;
}

/**
 * The sessions of connections that stay open, such as those of subscriptions. A request is checked once; these are checked
 * every two seconds, together: expiry and ended authorizations in memory, hidden accounts by one query for all.
 */
export class LiveSessions extends Context.Tag("application/LiveSessions")<
  LiveSessions,
  {
    /** Returns why a session is lost now; null while it holds. Accounts of which nothing can be read now are not hidden. */
    readonly check: (session: LiveSession) => Effect.Effect<SessionLoss | null>;
    /** Calls `end` once, within a few seconds of the loss of a session. Returns a function that stops the watch. */
    readonly watch: (session: LiveSession, end: (loss: SessionLoss) => void) => () => void;
  }
>() {}

const checkInterval = "2 seconds";

const makeLiveSessions = Effect.gen(function* () {
  const ended = yield* EndedAuthorizations;
  const actors = yield* KnownActors;
  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof currentClient>>>();
  const watched = new Set<Watched>();
  /** Open while there may be sessions to check. */
  const occupied = Effect.unsafeMakeLatch(false);

  const isOver = Effect.fnUntraced(function* ({ authorizationId, clientId }: Viewer) {
    if (yield* ended.has(authorizationId)) return true;
    const client = yield* currentClient(clientId);
    return client !== null && Option.isNone(client);
  }, Effect.provide(context));

  /** A session that cannot be checked is over: the process cannot read the events that decide it. */
  const lossInMemory = Effect.fnUntraced(function* ({ expiresAt, viewer }: LiveSession, now: number) {
    if (expiresAt <= now) return "expired";
    const over = yield* Effect.orElseSucceed(isOver(viewer), () => true);
    return over ? "ended" : null;
  });

  /** While the database is away, no account can be seen to be hidden, and no event arrives. */
  const hiddenOf = (sessions: Iterable<LiveSession>) => {
    const dids = [...new Set(Array.from(sessions, ({ viewer }) => viewer.did))];
    const none: ReadonlySet<string> = new Set();
    if (dids.length === 0) return Effect.succeed(none);
    return Effect.orElseSucceed(
      Effect.map(actors.hidden(dids), (found): ReadonlySet<string> => new Set(found.keys())),
      () => none
    );
  };

  const lose = (session: Watched, loss: SessionLoss): void => {
    if (watched.delete(session)) session.end(loss);
  };

  const checkAll = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    for (const session of [...watched]) {
      const loss = yield* lossInMemory(session, now);
      if (loss !== null) lose(session, loss);
    }
    const hidden = yield* hiddenOf(watched);
    if (hidden.size === 0) return;
    for (const session of [...watched]) if (hidden.has(session.viewer.did)) lose(session, "hidden");
  });

  const rest = Effect.suspend(() => (watched.size === 0 ? occupied.close : Effect.void));

  yield* forkSupervised("check the sessions of open connections")(
    Effect.forever(Effect.all([occupied.await, Effect.sleep(checkInterval), checkAll, rest], { discard: true }))
  );

  return LiveSessions.of({
    check: Effect.fnUntraced(function* (session) {
      const loss = yield* lossInMemory(session, yield* Clock.currentTimeMillis);
      if (loss !== null) return loss;
      return (yield* hiddenOf([session])).size > 0 ? "hidden" : null;
    }),
    watch: (session, end) => {
      const entry: Watched = { ...session, end };
      watched.add(entry);
      occupied.unsafeOpen();
      return () => void watched.delete(entry);
    }
  });
});

/** The sessions of the open connections of this process. */
export const layer = Layer.scoped(LiveSessions, makeLiveSessions);
