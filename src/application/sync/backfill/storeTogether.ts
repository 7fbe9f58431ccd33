import * as Effect from "effect/Effect";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import { changeTogether } from "./changeTogether.ts";

/** Stores changes of different addresses, all of them or none. A surrounding transaction can go on after a failure. */
export const storeTogether = (changes: ReadonlyArray<RecordChange>) =>
  Effect.flatMap(Atomically, (atomically) => atomically.run(changeTogether(changes)));
