import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** One file of a support bundle: its text, or why it is missing. */
export interface BundlePart {
  readonly name: string;
  /** What it has, in a phrase. */
  readonly about: string;
  readonly content:
    | { readonly _tag: "Text"; readonly text: string }
    | { readonly _tag: "Missing"; readonly reason: string };
}

/** What a support bundle holds. Nothing in it is a secret, a DID, a handle, an address or a record. */
export class SupportBundle extends Context.Tag("cli/SupportBundle")<
  SupportBundle,
  {
    /** Collects the parts. `log` is the file with the log of the service; null if none is known. */
    readonly collect: (log: string | null) => Effect.Effect<ReadonlyArray<BundlePart>>;
  }
>() {}
