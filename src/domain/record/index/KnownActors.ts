import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Did } from "../../atproto/Did.ts";
import type { Handle } from "../../atproto/Handle.ts";
import type { RecordIndexUnavailable } from "./RecordIndex.ts";

/** The accounts that the index knows, without asking anybody else. */
export class KnownActors extends Context.Tag("domain/KnownActors")<
  KnownActors,
  {
    /** The handles of some accounts; those without a known one are left out. */
    readonly handles: (
      dids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Handle>, RecordIndexUnavailable>;
    /** The account that goes by a handle; the one that was heard of by it where several were is any of them. */
    readonly find: (handle: Handle) => Effect.Effect<Option.Option<Did>, RecordIndexUnavailable>;
    /** How many accounts there are. */
    readonly count: Effect.Effect<number, RecordIndexUnavailable>;
    /** How many records of a collection are indexed; 0 of one that is not defined. */
    readonly records: (collection: string) => Effect.Effect<number, RecordIndexUnavailable>;
  }
>() {}
