import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { EventLogUnavailable } from "./EventLog.ts";
import type { StreamName } from "./StreamName.ts";

/** What a stream can be found by. Keys are SHA-256 hashes in base64url, or identifiers. */
export type LookupKind =
  | "code"
  | "refresh-token"
  | "upstream-state"
  | "confirmation"
  | "setup-token"
  | "admin-session"
  | "admin-login"
  | "person-login"
  | ListedKind;

/** What somebody can have several streams of. Their keys are the owner, a space, and an identifier. */
export type ListedKind = "authorization-of-did" | "authorization-of-client";

export interface LookupKey {
  readonly kind: LookupKind;
  readonly key: string;
}

/** One of the streams of an owner: the identifier that its key ends with, to go on after, and its name. */
export interface ListedStream {
  readonly id: string;
  readonly stream: StreamName;
}

/**
 * Finds streams by hash. Its rows are written in the transaction of the append, so that a hit is never stale; a key
 * stays with the first stream that introduced it.
 */
export class Lookup extends Context.Tag("domain/Lookup")<
  Lookup,
  {
    readonly find: (kind: LookupKind, key: string) => Effect.Effect<Option.Option<StreamName>, EventLogUnavailable>;
    /** At most `limit` streams of an owner in the order of their identifiers, those after `after`; null for the first. */
    readonly list: (
      kind: ListedKind,
      owner: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListedStream>, EventLogUnavailable>;
  }
>() {}
