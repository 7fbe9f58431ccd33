import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { WalArchiving } from "./WalArchiving.ts";

/** A table with its indexes. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  /** The estimated number of rows; null until the database has analyzed the table. */
  readonly rows: number | null;
}

/** How large the database is, and how many of its connections are in use. */
export interface DatabaseFigures {
  readonly version: string;
  readonly bytes: number;
  /** The largest tables, largest first. */
  readonly tables: ReadonlyArray<TableSize>;
  /** The connections of all programs to the server, and the number that it accepts. */
  readonly connections: number;
  readonly maxConnections: number;
  /** Null if the database does not archive its write-ahead log. */
  readonly archiving: WalArchiving | null;
}

/** The size of the database, its connections and its clock. */
export class DatabaseStatus extends Context.Tag("domain/DatabaseStatus")<
  DatabaseStatus,
  {
    /** Returns the figures with up to `tables` tables; null if the storage is no database. */
    readonly read: (tables: number) => Effect.Effect<DatabaseFigures | null, StorageUnavailable>;
    /** Returns the time of the clock of the database, in Unix milliseconds; null if the storage is no database. */
    readonly time: Effect.Effect<number | null, StorageUnavailable>;
  }
>() {}
