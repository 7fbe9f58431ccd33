import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { Client, type QueryResultRow } from "pg";
import { clusterAccess } from "../../src/adapters/postgres/embedded/clusterAccess.ts";
import { connectionTo } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { type Cluster, initializeCluster } from "../../src/adapters/postgres/embedded/initializeCluster.ts";
import { prepareBinaries } from "../../src/adapters/postgres/embedded/prepareBinaries.ts";
import { serverUser } from "../../src/adapters/postgres/embedded/ServerUser.ts";
import { serverSettings } from "../../src/adapters/postgres/embedded/serverSettings.ts";
import { silentLogger } from "./silentLogger.ts";

/** How the server is told to stop: fast ends its sessions and writes a checkpoint, immediate is a crash. */
export type StopMode = "fast" | "immediate";

const signals: Readonly<Record<StopMode, NodeJS.Signals>> = { fast: "SIGINT", immediate: "SIGQUIT" };

/** What a server needs so that others can replicate it. Nothing that a test writes has to survive the machine. */
const replicable = { wal_level: "replica", max_wal_senders: "8", hot_standby: "on", fsync: "off" };

const ready = /database system is ready to accept (?:read-only )?connections/;

/** The folder of a cluster, the programs that run it, and their user. Nothing is in the folder yet. */
const prepareCluster = async (parent: string): Promise<Cluster> => {
  const root = await mkdtemp(join(parent, "tidemark-pg-"));
  const folder = join(root, "postgres");
  return Effect.runPromise(
    Effect.gen(function* () {
      const user = yield* serverUser(folder);
      if (Option.isSome(user)) yield* Effect.promise(() => chown(root, user.value.uid, user.value.gid));
      return { folder, user, binaries: yield* prepareBinaries(user, root) };
    }).pipe(Effect.provide(silentLogger))
  );
};

/** A PostgreSQL server from the bundled programs, as a process that can be stopped, killed, started again and promoted. */
export class PostgresProcess {
  readonly cluster: Cluster;
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;

  private constructor(cluster: Cluster, settings: Readonly<Record<string, string>>) {
    this.cluster = cluster;
    this.#settings = { ...replicable, ...settings };
  }

  /** Starts a server without any data of its own, which can be replicated, in a folder that its user can enter. */
  static async start(settings: Readonly<Record<string, string>> = {}, parent = "/tmp"): Promise<PostgresProcess> {
    const cluster = await prepareCluster(parent);
    await Effect.runPromise(Effect.provide(initializeCluster(cluster), silentLogger));
    return new PostgresProcess(cluster, settings).#started();
  }

  /** Starts a server on data that `fill` puts into the folder. */
  static async on(
    fill: (cluster: Cluster) => Promise<void>,
    settings: Readonly<Record<string, string>>,
    parent = "/tmp"
  ): Promise<PostgresProcess> {
    const cluster = await prepareCluster(parent);
    await fill(cluster);
    return new PostgresProcess(cluster, settings).#started();
  }

  /** The folder of its socket. */
  get host(): string {
    return this.cluster.folder;
  }

  /** The URL of a database, as its owner. */
  url(database = "postgres"): URL {
    const url = new URL(Redacted.value(connectionTo(this.host).url));
    url.pathname = `/${database}`;
    return url;
  }

  /** Whether it has not ended by itself. */
  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The settings that it was started with, beyond those of a bundled server. */
  get settings(): Readonly<Record<string, string>> {
    return this.#settings;
  }

  /** Starts it again on the same data. */
  async restart(): Promise<void> {
    await this.#started();
  }

  /** Stops it, and waits until it has ended. */
  async stop(mode: StopMode = "fast"): Promise<void> {
    await this.#end(signals[mode]);
  }

  /** Ends its main process without notice. The others notice that and end as well. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.stop("immediate");
    await rm(join(this.cluster.folder, ".."), { recursive: true, force: true, maxRetries: 5 });
  }

  /** Makes a replica a server that accepts writes. Returns when it does. */
  async promote(): Promise<void> {
    await this.query("select pg_promote(true, 60)");
  }

  /** Runs a statement as the owner, over a connection of its own. */
  async query<R extends QueryResultRow>(text: string, values: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<R>> {
    return this.session(async (client) => (await client.query<R>(text, [...values])).rows);
  }

  /** Opens a connection as the owner for as long as `use` takes. */
  async session<A>(use: (client: Client) => Promise<A>): Promise<A> {
    const client = new Client({ connectionString: this.url().href });
    client.on("error", () => undefined);
    await client.connect();
    return use(client).finally(() => client.end());
  }

  async #started(): Promise<this> {
    const { binaries, folder, user } = this.cluster;
    const access = clusterAccess(folder, binaries, user);
    const options = serverSettings({ ...this.#settings, unix_socket_directories: "." });
    const child = spawn(join(binaries.bin, "postgres"), ["-D", access.dataFlag, ...options], {
      cwd: access.folder,
      env: { ...access.environment },
      ...access.user,
      detached: true,
      stdio: ["ignore", "ignore", "pipe"]
    });
    this.#child = child;
    const lines: Array<string> = [];
    await new Promise<void>((resolve, reject) => {
      createInterface(child.stderr).on("line", (line) => {
        lines.push(line);
        if (ready.test(line)) resolve();
      });
      child.once("error", reject);
      child.once("close", () => reject(new Error(`PostgreSQL did not start:\n${lines.slice(-20).join("\n")}`)));
    });
    return this;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, "close");
    child.kill(signal);
    await closed;
  }
}
