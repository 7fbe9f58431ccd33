import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

export interface Migration {
  readonly id: number;
  readonly name: string;
}

/** The schema of a database, compared with that of this version of the service. */
export interface SchemaState {
  readonly applied: ReadonlyArray<Migration>;
  readonly pending: ReadonlyArray<Migration>;
  /** Applied by a later version. */
  readonly unknown: ReadonlyArray<Migration>;
  /** One sentence about those; null if there are none. */
  readonly problem: string | null;
}

type Problem = { readonly _tag: string; readonly message: string };

/** Reads and migrates the schema of the database. Reading it applies no migration. */
export class Migrations extends Context.Tag("cli/Migrations")<
  Migrations,
  {
    readonly state: Effect.Effect<SchemaState, Problem>;
    /** Applies the pending migrations, and returns them. */
    readonly apply: Effect.Effect<ReadonlyArray<Migration>, Problem>;
  }
>() {}
