import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { RecordedEvent } from "../event/Envelope.ts";
import type { VerifyEd25519 } from "../transparency/verifyNote.ts";
import type { Fault } from "./Fault.ts";

/** What was computed of some events in a row: their leaf hashes, one after the other, and the first that does not hold. */
export interface CheckedEvents {
  readonly leafHashes: Uint8Array;
  readonly fault: Fault | null;
}

/** Does the computations of a verification that take long, on other threads if there are any. */
export class EventChecker extends Context.Tag("domain/EventChecker")<
  EventChecker,
  {
    /** Recomputes the leaf hashes of events and the commitments of their personal parts, as `checkEvent` does. */
    readonly check: (events: ReadonlyArray<RecordedEvent>) => Effect.Effect<CheckedEvents>;
    readonly verifyEd25519: VerifyEd25519;
  }
>() {}
