import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresProcess, type StopMode } from "../../support/PostgresProcess.ts";
import { startReplica } from "../../support/replica.ts";
import { eventually } from "../eventually.ts";
import { TcpProxy, type TcpTarget } from "../TcpProxy.ts";
import { SmallDisk } from "./SmallDisk.ts";

const settings = {
  max_connections: "200",
  max_wal_size: "96MB",
  min_wal_size: "32MB",
  wal_receiver_timeout: "5s",
  wal_sender_timeout: "5s"
};

const targetOf = ({ host }: PostgresProcess): TcpTarget => ({ path: join(host, ".s.PGSQL.5432") });

/** Where a server's data is: on a disk of its own that can be filled, if one could be mounted. */
interface Place {
  readonly folder: string;
  readonly disk: SmallDisk | null;
}

/** A primary with a synchronous standby, which takes over on demand, and the wires over which processes reach the primary. */
export class ReplicatedDatabase {
  readonly #folder: string;
  readonly #wires: Array<TcpProxy> = [];
  #primary: PostgresProcess;
  #primaryPlace: Place;
  #standbyPlace: Place;
  #standby: PostgresProcess | null = null;

  private constructor(folder: string, primary: PostgresProcess, primaryPlace: Place, standbyPlace: Place) {
    this.#folder = folder;
    this.#primary = primary;
    this.#primaryPlace = primaryPlace;
    this.#standbyPlace = standbyPlace;
  }

  /** Starts both. With a number of megabytes, each is on a disk of that size, where this process may mount one. */
  static async start(diskMegabytes: number | null): Promise<ReplicatedDatabase> {
    const folder = await mkdtemp(join(tmpdir(), "tidemark-chaos-"));
    // The user of the servers has to reach the socket of the other one.
    await chmod(folder, 0o711);
    const place = (name: string): Place => {
      const disk = diskMegabytes === null ? null : SmallDisk.mount(join(folder, name), diskMegabytes);
      return { folder: disk?.folder ?? "/tmp", disk };
    };
    const [one, other] = [place("one"), place("other")];
    const primary = await PostgresProcess.start(settings, one.folder);
    const database = new ReplicatedDatabase(folder, primary, one, other);
    await database.#addStandby();
    return database;
  }

  /** Whether its disk can be filled. */
  get hasSmallDisk(): boolean {
    return this.#primaryPlace.disk !== null;
  }

  /** The URL of the primary as it is now, past all wires. */
  get url(): string {
    return this.#primary.url().href;
  }

  /** A wire to the primary, whichever server that is, and the URL of the database over it. */
  async wire(): Promise<{ readonly wire: TcpProxy; readonly url: string }> {
    const wire = await TcpProxy.to(targetOf(this.#primary));
    this.#wires.push(wire);
    return { wire, url: wire.databaseUrl(this.#primary.url()) };
  }

  /** Restarts the primary. */
  async restart(mode: StopMode): Promise<void> {
    await this.#primary.stop(mode);
    await this.#primary.restart();
  }

  /** The primary ends without notice, the standby takes its place, and gets a new standby. */
  async failOver(): Promise<void> {
    const next = this.#standby;
    if (next === null) return;
    const old = this.#primary;
    await old.kill();
    await next.promote();
    await waitForStandby(next, false);
    [this.#primary, this.#standby] = [next, null];
    [this.#primaryPlace, this.#standbyPlace] = [this.#standbyPlace, this.#primaryPlace];
    for (const wire of this.#wires) wire.retarget(targetOf(next));
    await old.remove();
    await this.#addStandby();
  }

  /** The disk of the primary is full meanwhile. A server that ends of it is started again as soon as there is space. */
  async whileDiskIsFull(act: () => Promise<void>): Promise<void> {
    const { disk } = this.#primaryPlace;
    await disk?.fill();
    await act().finally(() => disk?.free());
    await this.revive();
  }

  /** Starts the servers that have ended by themselves. */
  async revive(): Promise<void> {
    for (const server of [this.#primary, this.#standby])
      if (server !== null && !server.isRunning)
        await eventually("the database starts", () =>
          server.restart().then(
            () => true,
            () => false
          )
        );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#wires.map((wire) => wire.cut()));
    await Promise.all([this.#standby?.remove(), this.#primary.remove()]);
    for (const { disk } of [this.#primaryPlace, this.#standbyPlace]) disk?.unmount();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** From now on, a commit that is acknowledged is on both servers. */
  async #addStandby(): Promise<void> {
    this.#standby = await startReplica(this.#primary, { name: "standby", parent: this.#standbyPlace.folder });
    await waitForStandby(this.#primary, true);
  }
}

/** Makes commits wait until the standby has them, or no longer. */
const waitForStandby = async (primary: PostgresProcess, waits: boolean): Promise<void> => {
  await primary.query(`alter system set synchronous_standby_names = '${waits ? "*" : ""}'`);
  await primary.query("select pg_reload_conf()");
  if (!waits) return;
  const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'";
  await eventually("the standby is synchronous", async () => (await primary.query(isSynchronous)).length > 0, 60_000);
};
