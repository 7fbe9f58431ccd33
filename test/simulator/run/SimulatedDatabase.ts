import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Scope from "effect/Scope";
import { Client } from "pg";
import * as ErasureLedgerMemory from "../../../src/adapters/memory/stores/ErasureLedgerMemory.ts";
import { storage } from "../../../src/main/storage.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { DatabaseWire } from "./DatabaseWire.ts";

/**
 * A function of this name comes before that of PostgreSQL, so that the stores go by the time of the simulation. A
 * sequence holds it, in milliseconds, because all sessions see its value at once. Functions with a search path of their own
 * go by the clock of the server. The time of the simulation is ahead of it, so that what they make due is due at once.
 */
const simulatedTime = (name: string) => `
  create schema simulated;
  create sequence simulated.milliseconds;
  create function simulated.clock_timestamp() returns timestamptz language sql volatile as
    'select to_timestamp(last_value / 1000.0) + interval ''1000 days'' from simulated.milliseconds';
  grant usage on schema simulated to public;
  grant select on all sequences in schema simulated to public;
  alter database ${name} set search_path = simulated, pg_catalog, public`;

const storageAt = (url: string) =>
  Layer.merge(
    storage({ databaseUrl: Redacted.make(url), dataDir: "", secrets: testSecrets, purpose: "service" }),
    ErasureLedgerMemory.layer
  );

/** A PostgreSQL database of its own for a simulation, whose clock is that of the simulation. */
export class SimulatedDatabase {
  private readonly client: Client;
  private readonly wire: DatabaseWire;
  private readonly scope: Scope.CloseableScope;
  /** The storage of the service in this database. */
  readonly storage: ReturnType<typeof storageAt>;

  private constructor(client: Client, wire: DatabaseWire, url: string, scope: Scope.CloseableScope) {
    this.client = client;
    this.wire = wire;
    this.scope = scope;
    this.storage = storageAt(url);
  }

  static async create(): Promise<SimulatedDatabase> {
    const scope = Effect.runSync(Scope.make());
    const context = await Effect.runPromise(Layer.buildWithScope(database, scope));
    const { name, url: direct } = Context.get(context, TestDatabase);
    const client = new Client({ connectionString: Redacted.value(direct) });
    await client.connect();
    await client.query(simulatedTime(name));
    const url = new URL(Redacted.value(direct));
    const wire = new DatabaseWire(url);
    return new SimulatedDatabase(client, wire, await wire.listen(url), scope);
  }

  /** Sets the clock of the database, in Unix milliseconds. */
  async setTime(milliseconds: number): Promise<void> {
    await this.client.query("select setval('simulated.milliseconds', $1)", [milliseconds]);
  }

  /** Whether a statement of the service runs. */
  isBusy(): boolean {
    return this.wire.isBusy();
  }

  /** Ends the connections of the service, as when its process is killed. */
  cut(): void {
    this.wire.cut();
  }

  async drop(): Promise<void> {
    this.wire.close();
    await this.client.end();
    await Effect.runPromise(Scope.close(this.scope, Exit.void));
  }
}
