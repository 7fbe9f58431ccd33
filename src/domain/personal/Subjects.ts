import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Did } from "../atproto/Did.ts";
import type { EventLogUnavailable } from "../event/EventLog.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A person whom events are about. `id` is a random pseudonym, `commitment` what the event of an erasure holds. */
export interface Subject {
  readonly id: string;
  readonly did: Did;
  readonly commitment: string;
}

/** The persons whom events are about, each with a key of their own. Writes join a surrounding `Atomically` transaction. */
export class Subjects extends Context.Tag("domain/Subjects")<
  Subjects,
  {
    /** Returns the person with a DID; none if no event is about them. */
    readonly find: (did: Did) => Effect.Effect<Option.Option<Subject>, EventLogUnavailable>;
    /** The commitments of all erasures in the log. */
    readonly erasures: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>;
    /** Returns the persons with these commitments: those that a restored backup brought back. */
    readonly committed: (
      commitments: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Subject>, StorageUnavailable>;
    /** Returns which of these accounts were erased and are not to be indexed. */
    readonly blocked: (
      dids: ReadonlyArray<Did>
    ) => Effect.Effect<ReadonlySet<Did>, StorageUnavailable | EventLogUnavailable>;
    /** Lets accounts that were erased be indexed again. */
    readonly allow: (dids: ReadonlyArray<Did>) => Effect.Effect<void, StorageUnavailable | EventLogUnavailable>;
    /** Deletes the tables that an interrupted rebuild of the projections left, which may name persons who were erased. */
    readonly dropAbandonedRebuild: Effect.Effect<void, StorageUnavailable>;
    /**
     * Deletes the key of a person and their name, blocks the account from being indexed, and puts the erased form in place
     * of the DID in every projection of the log. Readers of events see the erased form from then on.
     */
    readonly erase: (subject: Subject) => Effect.Effect<void, StorageUnavailable>;
    /** Encrypts the keys of persons with the current secret, and returns how many another one had encrypted. */
    readonly rotate: Effect.Effect<number, StorageUnavailable | EventLogUnavailable>;
  }
>() {}
