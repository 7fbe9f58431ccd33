import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { FieldUse } from "../query/fieldUses.ts";

/** A field as queries used it, over all processes. */
export interface UsedField extends FieldUse {
  readonly uses: number;
  /** ISO 8601 in UTC. */
  readonly lastUsedAt: string;
  /** Whether an index serves this use now. */
  readonly isServed: boolean;
}

/** What queries filter and sort by, counted about once a minute by each process that answers them. */
export class FieldUsage extends Context.Tag("domain/FieldUsage")<
  FieldUsage,
  { /** The most used first. */ readonly read: Effect.Effect<ReadonlyArray<UsedField>, StorageUnavailable> }
>() {}
