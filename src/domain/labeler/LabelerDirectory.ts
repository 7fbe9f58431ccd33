import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Did } from "../atproto/Did.ts";

/** What the DID document of a labeler states (AT Protocol, Label). */
export interface LabelerIdentity {
  readonly did: Did;
  /** The origin of its service `#atproto_labeler`, such as https://labeler.example.com. */
  readonly endpoint: string;
  /** Its key `#atproto_label` as a Multikey (`z…`). */
  readonly key: string;
}

/** Why a labeler cannot be followed. */
export type UnresolvableReason =
  | "did-not-found"
  | "did-method-unsupported"
  | "document-malformed"
  | "address-refused"
  | "unreachable"
  /** Its document has no service `#atproto_labeler` of the type `AtprotoLabeler` with an origin. */
  | "no-labeler-service"
  /** Its document has no key `#atproto_label` with K-256 or P-256. */
  | "no-label-key";

/** The DID of a labeler does not lead to a service and a key. */
export class LabelerUnresolvable extends Data.TaggedError("LabelerUnresolvable")<{
  readonly did: Did;
  readonly reason: UnresolvableReason;
}> {}

/** Finds the services and keys of labelers. */
export class LabelerDirectory extends Context.Tag("domain/LabelerDirectory")<
  LabelerDirectory,
  {
    /** Fetches the present document of a labeler. Nothing is cached. */
    readonly resolve: (did: Did) => Effect.Effect<LabelerIdentity, LabelerUnresolvable>;
  }
>() {}
