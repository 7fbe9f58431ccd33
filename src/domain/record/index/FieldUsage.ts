import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { FieldUse } from "../query/fieldUses.ts";

/** How queries used a field, over all processes. */
export interface UsedField extends FieldUse {
  readonly uses: number;
  /** ISO 8601 in UTC. */
  readonly lastUsedAt: string;
  /** Whether an index currently serves this use. */
  readonly isServed: boolean;
}

/** The fields that queries filter and sort by. Each process adds its counts about once a minute. */
export class FieldUsage extends Context.Tag("domain/FieldUsage")<
  FieldUsage,
  { /** All fields, most used first. */ readonly read: Effect.Effect<ReadonlyArray<UsedField>, StorageUnavailable> }
>() {}
