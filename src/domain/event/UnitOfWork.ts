import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Sealed } from "../crypto/SecretCipher.ts";
import type { Identity } from "../identity/IdentityResolver.ts";
import type { NewEvent, RecordedEvent } from "./Envelope.ts";
import type { EventLogUnavailable, VersionConflict } from "./EventLog.ts";
import type { StreamName } from "./StreamName.ts";

/**
 * Something that may be used once until it expires: a proof, an assertion or a code challenge. Only a hash of the pair of
 * `scope` and `id` is stored, until `expiresAt` in Unix milliseconds.
 */
export interface SingleUse {
  readonly scope: string;
  readonly id: string;
  readonly expiresAt: number;
}

/** A change of the vault: a secret that is stored under a row, or a row that is removed. */
export type VaultChange =
  | {
      readonly _tag: "Put";
      readonly row: string;
      readonly sealed: Sealed;
      /** In Unix milliseconds; null for no expiry. */
      readonly expiresAt: number | null;
    }
  | { readonly _tag: "Remove"; readonly row: string };

/** Events for one stream that has the expected version. Without events, it only requires that version. */
export interface StreamAppend {
  readonly stream: StreamName;
  readonly expectedVersion: number;
  readonly events: ReadonlyArray<NewEvent>;
}

/** What is committed together, all or nothing: events of different streams, what they use up, and their secrets. */
export interface UnitOfWork {
  /** Each for another stream, at least one of them with events. Without any append, only the uses are consumed. */
  readonly appends: ReadonlyArray<StreamAppend>;
  readonly uses: ReadonlyArray<SingleUse>;
  /** Each changes another row. */
  readonly secrets: ReadonlyArray<VaultChange>;
  /** What the index must know of accounts, none of which may be erased; by default nothing. */
  readonly identities?: ReadonlyArray<Identity>;
}

/** A unit of work uses something that was used before; `index` is its place among the uses. Nothing was committed. */
export class AlreadyUsed extends Schema.TaggedError<AlreadyUsed>()("AlreadyUsed", { index: Schema.Number }) {}

/** The index does not know an identity that a unit of work requires, or an account was erased. Nothing was committed. */
export class IdentityUnknown extends Schema.TaggedError<IdentityUnknown>()("IdentityUnknown", {}) {}

/**
 * Commits units of work, each in one transaction and one round trip. A unit joins a surrounding `Atomically` transaction.
 * `IdentityUnknown` takes precedence over `AlreadyUsed`, and that over `VersionConflict`.
 */
export class UnitsOfWork extends Context.Tag("domain/UnitsOfWork")<
  UnitsOfWork,
  {
    /** Returns the events of all appends, in their order. */
    readonly commit: (
      unit: UnitOfWork
    ) => Effect.Effect<
      ReadonlyArray<RecordedEvent>,
      AlreadyUsed | IdentityUnknown | VersionConflict | EventLogUnavailable
    >;
  }
>() {}
