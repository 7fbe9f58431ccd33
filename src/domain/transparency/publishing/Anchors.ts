import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { SealedCheckpoint } from "../SealedTree.ts";
import { PublicationReason } from "./Publication.ts";

/** An anchor cannot be read or written now, or does not accept what it is given. */
export class AnchorFailed extends Schema.TaggedError<AnchorFailed>()("AnchorFailed", {
  state: Schema.Literal("away", "refused", "lying"),
  reason: PublicationReason
}) {}

/** A checkpoint that an anchor holds: its size, and its text without signatures. */
export interface AnchoredCheckpoint {
  readonly size: number;
  readonly text: string;
}

/** A place outside the database that keeps checkpoints: whoever changes the database cannot change them there. */
export interface Anchor {
  /** The address, as it is configured. */
  readonly target: string;
  /** Whether it takes every checkpoint, or only the latest one now and then. */
  readonly takes: "every" | "latest";
  /** Milliseconds between two checkpoints that it takes. */
  readonly pause: number;
  /** Returns the last checkpoint that the anchor holds; none if it holds none. */
  readonly latest: Effect.Effect<Option.Option<AnchoredCheckpoint>, AnchorFailed>;
  /** Adds checkpoints, the smallest first. When it returns they are stored durably. */
  readonly add: (checkpoints: ReadonlyArray<SealedCheckpoint>) => Effect.Effect<void, AnchorFailed>;
}

/** The anchors that checkpoints are added to, in the order of the configuration. */
export class Anchors extends Context.Tag("domain/Anchors")<Anchors, ReadonlyArray<Anchor>>() {}
