import { SqlClient } from "@effect/sql/SqlClient";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type { Pool } from "pg";
import { inReadSpan } from "../connection/statementSpans.ts";
import { AdmissionControl } from "./AdmissionControl.ts";
import type { ReadFailure, ReadParameters, ReadStatement } from "./CoalescedRead.ts";
import { type ReadResources, RequestCoalescer } from "./RequestCoalescer.ts";

/** Runs a prepared read. It fails after `milliseconds`, whatever it is waiting for. */
export type Read<A> = (parameters: ReadParameters, milliseconds: number) => Effect.Effect<A, ReadFailure>;

/**
 * Reads rows over read-only connections that are used for nothing else, so that readers and writers never wait for each
 * other. A read is one statement outside any transaction. It takes no fiber but the caller's.
 */
export class RowReader extends Context.Tag("postgres/RowReader")<
  RowReader,
  {
    /**
     * Makes the read of a statement. Keep it for as long as the statement. Concurrent reads with the same parameters are
     * coalesced into one statement, and share the result that is written from its rows. The statement never starts
     * before a read that it serves was requested.
     */
    readonly prepare: <A>(statement: ReadStatement<A>) => Read<A>;
  }
>() {}

const holdsBigint = (parameter: ReadParameters[number]): boolean =>
  typeof parameter === "object" ? parameter.some((item) => typeof item === "bigint") : typeof parameter === "bigint";

/**
 * A text that is the same for equal parameters, and for no others. JSON has no bigint: one is written as an object of its
 * digits. Few parameters have any, and `JSON.stringify` takes several times as long with a replacer.
 */
const parametersKey = (parameters: ReadParameters): string =>
  parameters.some(holdsBigint)
    ? JSON.stringify(parameters, (_, value: unknown) => (typeof value === "bigint" ? { digits: String(value) } : value))
    : JSON.stringify(parameters);

const coalescedRead = <A>(statement: ReadStatement<A>, resources: ReadResources): Read<A> => {
  // By the parameters of the reads that wait or run.
  const coalescers = new Map<string, RequestCoalescer<A>>();
  const coalescerFor = (parameters: ReadParameters): RequestCoalescer<A> => {
    const key = parametersKey(parameters);
    const known = coalescers.get(key);
    if (known !== undefined) return known;
    const fresh = new RequestCoalescer(statement, parameters, resources, () => coalescers.delete(key));
    coalescers.set(key, fresh);
    return fresh;
  };
  const measured = inReadSpan(statement.text);
  return (parameters, milliseconds) =>
    measured(
      Effect.async((resume) => {
        const leave = coalescerFor(parameters).join(milliseconds, resume);
        return Effect.sync(leave);
      })
    );
};

/** Makes a reader over a pool of `StatementNamingClient`s. It runs up to `concurrency` fast reads at once. */
export const rowReader = (pool: Pool, concurrency: number, cancel: ReadResources["cancel"]): RowReader["Type"] => {
  const resources: ReadResources = { pool, admission: new AdmissionControl(concurrency), cancel };
  return RowReader.of({ prepare: (statement) => coalescedRead(statement, resources) });
};

/** Makes a reader that cancels statements through the `SqlClient`. */
export const makeRowReader = (pool: Pool, concurrency: number): Effect.Effect<RowReader["Type"], never, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    return rowReader(
      pool,
      concurrency,
      ({ backendPid }) => void runFork(Effect.ignoreLogged(sql`select pg_cancel_backend(${backendPid})`))
    );
  });
