import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import type { Network } from "../../pds/connectNetwork.ts";
import * as TestDatabase from "../../support/TestDatabase.ts";
import { ServiceProcess } from "../ServiceProcess.ts";
import { openAuthorities } from "./collections.ts";

/** An instance with an empty database that follows the firehose of a PDS, by one process or several. */
export class LiveInstance {
  readonly databaseUrl: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #release: () => Promise<void>;
  readonly #processes: Array<ServiceProcess> = [];

  private constructor(databaseUrl: string, env: Readonly<Record<string, string>>, release: () => Promise<void>) {
    this.databaseUrl = databaseUrl;
    this.#env = env;
    this.#release = release;
  }

  static async make(network: Network): Promise<LiveInstance> {
    const databases = ManagedRuntime.make(TestDatabase.database);
    const { url } = await databases.runPromise(TestDatabase.TestDatabase);
    const dataDir = await mkdtemp(join(tmpdir(), "tidemark-live-"));
    const [{ url: pds }] = network.pdses;
    const databaseUrl = Redacted.value(url);
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: pds,
      SYNC_SOURCE: "firehose",
      RELAY_URL: pds.replace(/^http/, "ws"),
      SYNC_AUTHORITIES: openAuthorities
    };
    return new LiveInstance(databaseUrl, env, async () => {
      await databases.dispose();
      await rm(dataDir, { recursive: true, force: true });
    });
  }

  /** The environment of its processes, for commands. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** Starts another process, whose database sessions have the name in the setting `tidemark.process`. */
  async start(name: string): Promise<ServiceProcess> {
    const url = new URL(this.databaseUrl);
    url.searchParams.set("options", `-c tidemark.process=${name}`);
    const [first] = this.#processes;
    const started = await ServiceProcess.start({
      env: { ...this.#env, DATABASE_URL: url.href },
      ...(first !== undefined && { publicUrl: first.publicUrl })
    });
    this.#processes.push(started);
    return started;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.kill()));
    await this.#release();
  }
}
