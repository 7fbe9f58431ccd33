import { encode } from "@ipld/dag-cbor";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import { type DecodedLabel, decodeLabel } from "../../src/domain/labeler/decodeLabel.ts";
import { LabelEvents, type LabelMessage, type LabelSubscription } from "../../src/domain/labeler/LabelEvents.ts";
import {
  LabelerDirectory,
  type LabelerIdentity,
  LabelerUnresolvable,
  type UnresolvableReason
} from "../../src/domain/labeler/LabelerDirectory.ts";
import { DagCborCursor } from "../../src/domain/sync/repository/DagCborCursor.ts";
import type { SourceDisconnected } from "../../src/domain/sync/stream/RepoEvents.ts";
import { LabelMaker, type SentLabel } from "./labelMaker.ts";

/** Decodes a label as it is sent. */
export const decodedOf = (sent: SentLabel): DecodedLabel => decodeLabel(new DagCborCursor(encode(sent)));

/** A labeler that a test scripts, without a network. */
export class ScriptedLabeler {
  readonly maker: LabelMaker;
  /** What its document says; the key is that of the maker unless `key` is set. */
  endpoint = "https://labeler.example.com";
  key: string | null = null;
  /** Why its document cannot be used; null if it can. */
  unresolvable: UnresolvableReason | null = null;
  /** How often its document was fetched. */
  fetched = 0;
  /** What was asked for, in order. */
  readonly subscriptions: Array<LabelSubscription> = [];
  /** How the next subscription ends at once; null if it does not. */
  refusal: SourceDisconnected | null = null;
  readonly #queue: Queue.Queue<LabelMessage | SourceDisconnected>;
  #seq = 0;

  constructor(maker: LabelMaker, queue: Queue.Queue<LabelMessage | SourceDisconnected>) {
    this.maker = maker;
    this.#queue = queue;
  }

  identity(): LabelerIdentity {
    return { did: this.maker.did, endpoint: this.endpoint, key: this.key ?? this.maker.key };
  }

  /** Sends labels at the next position. */
  send(...labels: ReadonlyArray<SentLabel>): Effect.Effect<number> {
    return Effect.suspend(() => {
      this.#seq += 1;
      const event = { seq: this.#seq, labels: labels.map(decodedOf) };
      return Effect.as(this.say({ _tag: "Labels", events: [event] }), this.#seq);
    });
  }

  /** Begins again at a position. */
  startOver(): void {
    this.#seq = 0;
  }

  say(message: LabelMessage): Effect.Effect<void> {
    return Effect.asVoid(Queue.offer(this.#queue, message));
  }

  /** Ends the connection. */
  end(problem: SourceDisconnected): Effect.Effect<void> {
    return Effect.asVoid(Queue.offer(this.#queue, problem));
  }

  subscribe(subscription: LabelSubscription): Stream.Stream<LabelMessage, SourceDisconnected> {
    this.subscriptions.push(subscription);
    const { refusal } = this;
    if (refusal !== null) return Stream.fail(refusal);
    const rest = Stream.fromQueue(this.#queue).pipe(
      Stream.mapEffect((message) =>
        message._tag === "SourceDisconnected" ? Effect.fail(message) : Effect.succeed(message)
      )
    );
    return Stream.concat(Stream.make<[LabelMessage]>({ _tag: "Connected" }), rest);
  }
}

/** The labeler of a test. */
export class TheLabeler extends Context.Tag("test/TheLabeler")<TheLabeler, ScriptedLabeler>() {}

/** A scripted labeler, and the ports that lead to it. */
export const scriptedLabeler = Layer.unwrapEffect(
  Effect.gen(function* () {
    const maker = yield* Effect.promise(() => LabelMaker.create());
    const labeler = new ScriptedLabeler(maker, yield* Queue.unbounded<LabelMessage | SourceDisconnected>());
    return Layer.mergeAll(
      Layer.succeed(TheLabeler, labeler),
      Layer.succeed(LabelEvents, { subscribe: (subscription) => labeler.subscribe(subscription) }),
      Layer.succeed(LabelerDirectory, {
        resolve: (did) =>
          Effect.suspend(() => {
            labeler.fetched += 1;
            return labeler.unresolvable === null
              ? Effect.succeed(labeler.identity())
              : new LabelerUnresolvable({ did, reason: labeler.unresolvable });
          })
      })
    );
  })
);
