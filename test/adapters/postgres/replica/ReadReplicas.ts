import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import * as PostgresClient from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import type { ReadFailure } from "../../../../src/adapters/postgres/reads/CoalescedRead.ts";
import { RowReader } from "../../../../src/adapters/postgres/reads/RowReader.ts";
import * as ReplicatedReads from "../../../../src/adapters/postgres/replica/ReplicatedReads.ts";
import { HealthCounters, ProcessCounters } from "../../../../src/application/health/HealthCounters.ts";

/** A process that reads from replicas: its clients, its counters and its log. */
export class ReadReplicas {
  readonly counters = new ProcessCounters();
  readonly lines: Array<string> = [];
  readonly #runtime: ManagedRuntime.ManagedRuntime<SqlClient | RowReader, unknown>;

  constructor(primary: URL, replicas: ReadonlyArray<URL>) {
    const options = { url: Redacted.make(primary.href), maxConnections: 5 };
    const urls = replicas.map(({ href }) => Redacted.make(href));
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void this.lines.push([message].flat().join(" ")))
    );
    this.#runtime = ManagedRuntime.make(
      ReplicatedReads.layer({ primary: options, replicas: urls }).pipe(
        Layer.provideMerge(PostgresClient.layer(options)),
        Layer.provide(Layer.succeed(HealthCounters, this.counters)),
        Layer.provide(log)
      )
    );
  }

  /** Runs a statement over the connections that write. */
  write(text: string): Promise<unknown> {
    return this.#runtime.runPromise(Effect.flatMap(SqlClient, (sql) => sql.unsafe(text)));
  }

  /** Reads the first column of the first row. */
  read(text: string, milliseconds = 10_000): Promise<string | null> {
    return this.#runtime.runPromise(this.#first(text, milliseconds));
  }

  /** Fails to read, and returns with what. */
  refused(text: string, milliseconds = 10_000): Promise<ReadFailure> {
    return this.#runtime.runPromise(Effect.flip(this.#first(text, milliseconds)));
  }

  /** The number of reads from replicas. */
  get reads(): number {
    return [...this.counters.replicas.replicas.values()].reduce((sum, { reads }) => sum + reads, 0);
  }

  /** Why the replicas are left out, in the order of their names. */
  get leftOut(): ReadonlyArray<string> {
    return Object.values(this.counters.replicas.leftOut);
  }

  dispose(): Promise<void> {
    return this.#runtime.dispose();
  }

  #first(text: string, milliseconds: number): Effect.Effect<string | null, ReadFailure, RowReader> {
    return Effect.flatMap(RowReader, (reader) =>
      reader.prepare({
        text,
        bytes: 1_000,
        bind: (parameters) => parameters,
        write: (rows) => rows[0]?.[0] ?? null
      })([], milliseconds)
    );
  }
}
