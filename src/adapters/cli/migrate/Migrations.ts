import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

export interface Migration {
  readonly id: number;
  readonly name: string;
}

/** How the schema of a database stands to this version of the service. */
export interface SchemaState {
  readonly applied: ReadonlyArray<Migration>;
  readonly pending: ReadonlyArray<Migration>;
  /** Applied by a later version. */
  readonly unknown: ReadonlyArray<Migration>;
  /** What is said of those, in one sentence; null when there are none. */
  readonly problem: string | null;
}

type Problem = { readonly _tag: string; readonly message: string };

/** The schema of the database; unlike all other commands, one that only looks at it brings nothing up to date. */
export class Migrations extends Context.Tag("cli/Migrations")<
  Migrations,
  {
    readonly state: Effect.Effect<SchemaState, Problem>;
    /** Applies what is pending, and tells what that was. */
    readonly apply: Effect.Effect<ReadonlyArray<Migration>, Problem>;
  }
>() {}
