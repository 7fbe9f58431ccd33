import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../atproto/Did.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { LabelVisibility } from "./LabelDefinition.ts";

/** How users want labeled records to be shown. They are no events: nobody else is to learn what a person wants to see. */
export class LabelPreferences extends Context.Tag("domain/LabelPreferences")<
  LabelPreferences,
  {
    /** Returns the visibilities that a user chose, by label value. */
    readonly of: (did: Did) => Effect.Effect<ReadonlyMap<string, LabelVisibility>, StorageUnavailable>;
    readonly set: (did: Did, val: string, visibility: LabelVisibility) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
