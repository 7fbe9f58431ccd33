import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { EventLog, EventLogUnavailable } from "../../src/domain/event/EventLog.ts";
import type { StorageUnavailable } from "../../src/domain/storage/StorageUnavailable.ts";
import type { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import type { Part } from "../../src/domain/verification/Fault.ts";
import type { Draw } from "../simulator/Draw.ts";

/** The log that is edited: its events, the sizes of its checkpoints, and the size of the one that somebody kept. */
export interface World {
  readonly size: number;
  readonly checkpoints: ReadonlyArray<number>;
  readonly kept: number;
  /** The position of the erasure of a person. */
  readonly erasedAt: number;
}

/** Where an edit must be found: between two positions, and in one of these parts. */
export interface Expected {
  readonly from: number;
  readonly to: number;
  readonly parts: ReadonlyArray<Part>;
}

type Edit = Effect.Effect<
  Expected,
  SqlError | EventLogUnavailable | StorageUnavailable,
  SqlClient | EventLog | SealedTree
>;

/** An edit that the owner of the database can make, with all triggers off. */
export type Mutation = (draw: Draw, world: World) => Edit;

/** An edit that must be found at one position. */
export const at = (position: number, ...parts: ReadonlyArray<Part>): Expected => ({
  from: position,
  to: position,
  parts
});

/** Runs a statement of an edit. */
export const run = (statement: string, parameters: ReadonlyArray<unknown> = []) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement, parameters));
