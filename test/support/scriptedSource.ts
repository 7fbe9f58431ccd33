import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import type { Did } from "../../src/domain/atproto/Did.ts";
import type { RepoEvent } from "../../src/domain/sync/stream/RepoEvent.ts";
import {
  RepoEvents,
  type SourceDisconnected,
  type SourceMessage,
  type SubscribeOptions
} from "../../src/domain/sync/stream/RepoEvents.ts";
import type { SyncSource } from "../../src/domain/sync/stream/SyncSource.ts";

type Delivery = SourceMessage | SourceDisconnected;

/** A source of live sync that delivers what a test says. */
export class ScriptedSource extends Context.Tag("test/ScriptedSource")<
  ScriptedSource,
  {
    /** Delivers over the present connection, or over the next one. */
    readonly deliver: (...deliveries: ReadonlyArray<Delivery>) => Effect.Effect<void>;
    /** Delivers events with positions from `first` on. */
    readonly send: (first: number, ...events: ReadonlyArray<RepoEvent>) => Effect.Effect<void>;
    readonly subscriptions: Array<SubscribeOptions>;
    readonly acknowledged: Array<number>;
    readonly tracked: Array<Did>;
  }
>() {}

export const scriptedAddress: SyncSource = { kind: "jetstream", address: "wss://jetstream.example/subscribe" };

/** A source under the control of a test. Every connection begins with `Connected`. */
export const scriptedSource = (source = scriptedAddress) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const deliveries = yield* Queue.unbounded<Delivery>();
      const subscriptions: Array<SubscribeOptions> = [];
      const acknowledged: Array<number> = [];
      const tracked: Array<Did> = [];
      const next = Effect.flatMap(Queue.take(deliveries), (delivery) =>
        delivery._tag === "SourceDisconnected" ? Effect.fail(delivery) : Effect.succeed(delivery)
      );
      const connected: SourceMessage = { _tag: "Connected", cursor: null };
      const events = RepoEvents.of({
        source,
        subscribe: (options) =>
          Stream.suspend(() => {
            subscriptions.push(options);
            return Stream.concat(Stream.succeed(connected), Stream.repeatEffect(next));
          }),
        acknowledge: (cursors) => Effect.sync(() => void acknowledged.push(...cursors)),
        track: (dids) => Effect.sync(() => void tracked.push(...dids))
      });
      const script = ScriptedSource.of({
        deliver: (...all) => Effect.asVoid(Queue.offerAll(deliveries, all)),
        send: (first, ...all) =>
          Effect.asVoid(
            Queue.offer(deliveries, {
              _tag: "Events",
              events: all.map((event, at) => ({ cursor: first + at, time: null, event }))
            })
          ),
        subscriptions,
        acknowledged,
        tracked
      });
      return Context.make(RepoEvents, events).pipe(Context.add(ScriptedSource, script));
    })
  );
