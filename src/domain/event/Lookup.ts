import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { EventLogUnavailable } from "./EventLog.ts";
import type { StreamName } from "./StreamName.ts";

/** The kinds of keys by which a stream can be found. Keys are SHA-256 hashes in base64url, or identifiers. */
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

/** The kinds with several streams for one owner. A key is the owner, a space, and an identifier. */
export type ListedKind = "authorization-of-did" | "authorization-of-client";

export interface LookupKey {
  readonly kind: LookupKind;
  readonly key: string;
}

/** One of the streams of an owner: the identifier in its key, which serves as a cursor, and its name. */
interface ListedStream {
  readonly id: string;
  readonly stream: StreamName;
}

/**
 * Finds streams by hash or identifier. Its rows are written in the transaction of the append, so a result is never
 * stale. A key stays with the first stream that introduced it.
 */
export class Lookup extends Context.Tag("domain/Lookup")<
  Lookup,
  {
    readonly find: (kind: LookupKind, key: string) => Effect.Effect<Option.Option<StreamName>, EventLogUnavailable>;
    /**
     * Returns up to `limit` streams of an owner after the identifier `after`, ordered by identifier; null for the
     * start.
     */
    readonly list: (
      kind: ListedKind,
      owner: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListedStream>, EventLogUnavailable>;
  }
>() {}
