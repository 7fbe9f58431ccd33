import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../atproto/Did.ts";
import type { Handle } from "../atproto/Handle.ts";

/** The identity of an account and its PDS. `handle` is null unless the handle and the DID refer to each other. */
export interface Identity {
  readonly did: Did;
  readonly handle: Handle | null;
  /** The origin of the personal data server, such as https://pds.example.com. */
  readonly pds: string;
  /** The signing key of its repository as a Multikey (`z…`), if its DID document contains one. */
  readonly signingKey?: string;
  /** The handle that the DID document claims and that nothing resolves at the moment; absent if there is none. */
  readonly unresolvedHandle?: Handle;
}

/** An account cannot be resolved. `subject` is the requested handle or DID. */
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
  ),
  /** The directory of a `did:plc` says that the DID existed and was deactivated; absent if it does not. */
  isTombstone: Schema.optionalWith(Schema.Literal(true), { exact: true })
}) {}

/** Resolves accounts and verifies handles in both directions (AT Protocol, Handle and DID resolution). */
export class IdentityResolver extends Context.Tag("domain/IdentityResolver")<
  IdentityResolver,
  {
    /**
     * Resolves a handle to its DID and PDS. Fails with `handle-not-confirmed` when the DID does not list the handle.
     */
    readonly resolveHandle: (handle: Handle) => Effect.Effect<Identity, IdentityUnresolvable>;
    readonly resolveDid: (did: Did) => Effect.Effect<Identity, IdentityUnresolvable>;
    /**
     * Works like `resolveDid` but bypasses every cache, for decisions that depend on it (the end of a login, a refused
     * session).
     */
    readonly resolveDidFresh: (did: Did) => Effect.Effect<Identity, IdentityUnresolvable>;
    /** Returns the PDS in the document of a DID, regardless of its handle. `fresh` bypasses every cache. */
    readonly findPds: (did: Did, knowledge: "remembered" | "fresh") => Effect.Effect<string, IdentityUnresolvable>;
  }
>() {}
