import * as Context from "effect/Context";
import type * as Stream from "effect/Stream";
import type { Did } from "../atproto/Did.ts";
import type { SourceDisconnected } from "../sync/stream/RepoEvents.ts";
import type { DecodedLabel } from "./decodeLabel.ts";

/** Labels that a labeler sent together, at a position of its sequence. */
export interface LabelEvent {
  readonly seq: number;
  readonly labels: ReadonlyArray<DecodedLabel>;
}

/** What arrives over a subscription. */
export type LabelMessage =
  /** The connection is open. It comes first, once. */
  | { readonly _tag: "Connected" }
  /** Events in the order of the labeler; never empty. */
  | { readonly _tag: "Labels"; readonly events: ReadonlyArray<LabelEvent> }
  /** The labeler no longer has the labels after the cursor (`OutdatedCursor`). */
  | { readonly _tag: "OutdatedCursor" };

/** What is asked of a labeler. */
export interface LabelSubscription {
  readonly labeler: Did;
  /** The origin of its service, such as https://labeler.example.com. */
  readonly endpoint: string;
  /** The position after which labels are delivered; 0 for all of them. */
  readonly cursor: number;
}

/**
 * Delivers the labels of external labelers (`com.atproto.label.subscribeLabels`). A reader that is slower than the labeler
 * makes the connection wait. Nothing is verified.
 */
export class LabelEvents extends Context.Tag("domain/LabelEvents")<
  LabelEvents,
  {
    /** Connects, and delivers until the connection ends, which is always an error. It does not reconnect. */
    readonly subscribe: (subscription: LabelSubscription) => Stream.Stream<LabelMessage, SourceDisconnected>;
  }
>() {}
