import { SqlClient } from "@effect/sql/SqlClient";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type { Pool } from "pg";
import { parametersKey } from "./parametersKey.ts";
import { type ReadsBehind, SameReads } from "./SameReads.ts";
import type { ReadFailure, ReadParameters, ReadStatement } from "./SharedRead.ts";
import { Turnstile } from "./Turnstile.ts";

/** Runs a statement with parameters and writes what it gives, within `milliseconds` from now, whatever it waits for. */
export type Read<A> = (parameters: ReadParameters, milliseconds: number) => Effect.Effect<A, ReadFailure>;

/**
 * Reads rows on connections that can do nothing else, so that readers never wait for writers nor writers for them. A
 * read is one statement outside of any transaction, and the short way to the database: no fiber waits for its parts.
 */
export class RowReader extends Context.Tag("postgres/RowReader")<
  RowReader,
  {
    /**
     * Makes the read of a statement, to be kept as long as the statement. What many ask at once, with the same parameters,
     * the server is asked once, and all get what was written of its rows; nobody gets rows from before they asked.
     */
    readonly prepare: <A>(statement: ReadStatement<A>) => Read<A>;
  }
>() {}

/** By the parameters of reads that wait or run; nothing is kept of those that are over. */
const readOf = <A>(statement: ReadStatement<A>, behind: ReadsBehind): Read<A> => {
  const underWay = new Map<string, SameReads<A>>();
  const sameAs = (parameters: ReadParameters): SameReads<A> => {
    const key = parametersKey(parameters);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const fresh = new SameReads(statement, parameters, behind, () => underWay.delete(key));
    underWay.set(key, fresh);
    return fresh;
  };
  return (parameters, milliseconds) =>
    Effect.async((resume) => {
      const leave = sameAs(parameters).join(milliseconds, resume);
      return Effect.sync(leave);
    });
};

/**
 * A reader over a pool of `StatementNamingClient`s, of which quick reads take `places` at once; the other client is asked
 * to stop what nobody waits for.
 */
export const makeRowReader = (pool: Pool, places: number): Effect.Effect<RowReader["Type"], never, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const cancel: ReadsBehind["cancel"] = ({ processID }) =>
      void runFork(Effect.ignoreLogged(sql`select pg_cancel_backend(${processID})`));
    const behind: ReadsBehind = { pool, turnstile: new Turnstile(places), cancel };
    return RowReader.of({ prepare: (statement) => readOf(statement, behind) });
  });
