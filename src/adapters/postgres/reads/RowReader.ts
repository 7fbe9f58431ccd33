import { SqlClient } from "@effect/sql/SqlClient";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type { Pool } from "pg";
import { AdmissionControl } from "./AdmissionControl.ts";
import type { ReadFailure, ReadParameters, ReadStatement } from "./CoalescedRead.ts";
import { parametersKey } from "./parametersKey.ts";
import { type ReadResources, RequestCoalescer } from "./RequestCoalescer.ts";

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
const coalescedReadOf = <A>(statement: ReadStatement<A>, resources: ReadResources): Read<A> => {
  const inFlight = new Map<string, RequestCoalescer<A>>();
  const coalescerFor = (parameters: ReadParameters): RequestCoalescer<A> => {
    const key = parametersKey(parameters);
    const known = inFlight.get(key);
    if (known !== undefined) return known;
    const fresh = new RequestCoalescer(statement, parameters, resources, () => inFlight.delete(key));
    inFlight.set(key, fresh);
    return fresh;
  };
  return (parameters, milliseconds) =>
    Effect.async((resume) => {
      const leave = coalescerFor(parameters).join(milliseconds, resume);
      return Effect.sync(leave);
    });
};

/**
 * A reader over a pool of `StatementNamingClient`s, of which quick reads take `concurrency` at once; the other client is asked
 * to stop what nobody waits for.
 */
export const makeRowReader = (pool: Pool, concurrency: number): Effect.Effect<RowReader["Type"], never, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const cancel: ReadResources["cancel"] = ({ processID }) =>
      void runFork(Effect.ignoreLogged(sql`select pg_cancel_backend(${processID})`));
    const resources: ReadResources = { pool, admission: new AdmissionControl(concurrency), cancel };
    return RowReader.of({ prepare: (statement) => coalescedReadOf(statement, resources) });
  });
