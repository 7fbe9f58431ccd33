import type { KeptCheckpoint, VerificationOutcome } from "./Verification.ts";

/** Starts a verification in the worker. To cancel it, end the worker. */
export interface StartVerification {
  readonly kept: ReadonlyArray<KeptCheckpoint>;
}

/** What the worker reports. After `Finished` or `Interrupted` nothing follows. */
export type VerifierMessage =
  | { readonly _tag: "Progress"; readonly checked: number }
  | { readonly _tag: "Finished"; readonly outcome: VerificationOutcome }
  /** The log could not be verified, which says nothing about it. `reason` is a sentence. */
  | { readonly _tag: "Interrupted"; readonly reason: string };
