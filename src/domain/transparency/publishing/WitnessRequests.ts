import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { OutboundFailureReason } from "../../outbound/OutboundHttp.ts";

/** The response of a witness to an add-checkpoint request (C2SP tlog-witness). */
export type WitnessResponse =
  /** Lines of cosignatures, unverified. */
  | { readonly _tag: "Cosignatures"; readonly lines: string }
  /** The witness cosigned this size last. */
  | { readonly _tag: "OtherSize"; readonly size: number }
  /** The witness does not follow the log, does not know its key, or cannot read the request. */
  | { readonly _tag: "Refused"; readonly reason: "malformed-request" | "unknown-log" | "unknown-key" }
  /** The proof does not lead from what the witness cosigned last to the checkpoint. */
  | { readonly _tag: "NotConsistent" }
  | { readonly _tag: "NoResponse"; readonly reason: OutboundFailureReason | "unexpected-response" };

/** Sends requests to witnesses. */
export class WitnessRequests extends Context.Tag("domain/WitnessRequests")<
  WitnessRequests,
  {
    /** Sends the body of an add-checkpoint request to the witness at an address. */
    readonly addCheckpoint: (address: string, body: string) => Effect.Effect<WitnessResponse>;
  }
>() {}
