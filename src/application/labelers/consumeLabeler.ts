import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { LabelEvents, type LabelMessage } from "../../domain/labeler/LabelEvents.ts";
import type { LabelerIdentity } from "../../domain/labeler/LabelerDirectory.ts";
import { Labelers } from "../../domain/labeler/Labelers.ts";
import type { Lease } from "../../domain/lease/Leases.ts";
import type { SyncCursor } from "../../domain/sync/stream/SyncCursors.ts";
import type { ConsumerState } from "../sync/stream/ConsumerState.ts";
import { checkLabels } from "./checkLabels.ts";
import { LabelerKey } from "./LabelerKey.ts";
import { type LabelChunk, labelChunks } from "./labelChunks.ts";
import { storeChecked } from "./storeChecked.ts";

/** The maximum number of labels that one transaction stores. */
const maxStored = 200;

/** What one labeler is followed with. */
export interface LabelerConsumption {
  readonly did: Did;
  readonly lease: Lease;
  readonly state: ConsumerState;
}

const noCollections: ReadonlySet<string> = new Set();

/** One connection to a labeler. It remembers how far its labels are stored. */
class Consumer {
  readonly #consumption: LabelerConsumption;
  readonly #identity: LabelerIdentity;
  readonly #key: LabelerKey;
  #cursor: number;
  #time: number | null;
  #hasMissed = false;

  constructor(consumption: LabelerConsumption, identity: LabelerIdentity, { cursor, time }: SyncCursor, now: number) {
    this.#consumption = consumption;
    this.#identity = identity;
    this.#key = new LabelerKey(identity, now);
    this.#cursor = cursor ?? 0;
    this.#time = time;
  }

  run() {
    const { did: labeler, endpoint } = this.#identity;
    return Effect.flatMap(LabelEvents, (source) =>
      Stream.runForEach(source.subscribe({ labeler, endpoint, cursor: this.#cursor }), (message) =>
        Effect.gen(() => this.#handle(message))
      )
    );
  }

  *#handle(message: LabelMessage) {
    switch (message._tag) {
      case "Connected":
        this.#consumption.state.connect(yield* Clock.currentTimeMillis);
        return yield* Effect.logInfo(`Labels of ${this.#identity.did} arrive from ${this.#identity.endpoint}`);
      case "OutdatedCursor":
        return yield* Effect.gen(() => this.#noteMissed());
      case "Labels":
        for (const chunk of labelChunks(message.events, this.#cursor, maxStored))
          yield* Effect.gen(() => this.#store(chunk));
    }
  }

  *#noteMissed() {
    if (this.#hasMissed) return;
    this.#hasMissed = true;
    const { did } = this.#identity;
    const now = yield* Clock.currentTimeMillis;
    yield* Effect.logWarning(`${did} no longer has all labels after ${this.#cursor}; some may be missing`);
    const labelers = yield* Labelers;
    yield* (yield* Atomically).run(labelers.setMissed(did, now));
  }

  *#store({ cursor, labels }: LabelChunk) {
    const { did, lease, state } = this.#consumption;
    const checked = yield* checkLabels(did, this.#key, labels);
    const now = yield* Clock.currentTimeMillis;
    const last = checked.labels.at(-1);
    // The time of a label is what its labeler states, and may be in the future.
    const time = last === undefined ? this.#time : Math.min(now, last.cts);
    yield* storeChecked({ ...checked, cursor, time }, { did, lease, before: this.#cursor });
    this.#cursor = cursor;
    this.#time = time;
    state.receive(labels.length, noCollections, now);
    state.records += checked.labels.length;
    state.progressed = true;
  }
}

/** Follows a labeler over one connection, from a cursor, until it ends. A labeler that is ahead makes the connection wait. */
export const consumeLabeler = Effect.fnUntraced(function* (
  consumption: LabelerConsumption,
  identity: LabelerIdentity,
  cursor: SyncCursor
) {
  const now = yield* Clock.currentTimeMillis;
  yield* new Consumer(consumption, identity, cursor, now).run();
});
