import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { LabelDefinition } from "./LabelDefinition.ts";

/** The label values that are defined on this instance, the seeded ones among them. */
export class LabelDefinitions extends Context.Tag("domain/LabelDefinitions")<
  LabelDefinitions,
  {
    /** All definitions, by value. */
    readonly list: Effect.Effect<ReadonlyArray<LabelDefinition>, StorageUnavailable>;
    /** Adds a definition. A value that is defined keeps its definition. Joins a surrounding `Atomically` transaction. */
    readonly add: (definition: LabelDefinition) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
