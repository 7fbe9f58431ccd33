import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../atproto/Did.ts";
import type { Handle } from "../atproto/Handle.ts";

/** Who an account is and where it lives. `handle` is null unless it and the DID name each other. */
export interface Identity {
  readonly did: Did;
  readonly handle: Handle | null;
  /** The origin of the personal data server, such as https://pds.example.com. */
  readonly pds: string;
  /** The key that its repository is signed with, as a Multikey (`z…`), where its document names one. */
  readonly signingKey?: string;
}

/** An account that cannot be resolved. `subject` is the handle or DID that was asked for. */
export class IdentityUnresolvable extends Schema.TaggedError<IdentityUnresolvable>()("IdentityUnresolvable", {
  subject: Schema.String,
  reason: Schema.Literal(
    "handle-not-found",
    "handle-not-confirmed",
    "did-not-found",
    "did-method-unsupported",
    "document-malformed",
    "no-pds",
    "address-refused",
    "unreachable"
  )
}) {}

/** Resolves accounts, both ways verified (AT Protocol, Handle and DID resolution). */
export class IdentityResolver extends Context.Tag("domain/IdentityResolver")<
  IdentityResolver,
  {
    /** A handle to its DID, and that to its PDS; `handle-not-confirmed` when the DID does not name the handle back. */
    readonly resolveHandle: (handle: Handle) => Effect.Effect<Identity, IdentityUnresolvable>;
    readonly resolveDid: (did: Did) => Effect.Effect<Identity, IdentityUnresolvable>;
    /** As `resolveDid`, past every cache: for the decisions that trust it (the end of a login, a refused session). */
    readonly resolveDidFresh: (did: Did) => Effect.Effect<Identity, IdentityUnresolvable>;
    /** The PDS that a DID's document names, whatever becomes of its handle; `fresh` past every cache. */
    readonly findPds: (did: Did, knowledge: "remembered" | "fresh") => Effect.Effect<string, IdentityUnresolvable>;
  }
>() {}
