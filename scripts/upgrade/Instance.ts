import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { Client } from "pg";
import { EmbeddedPostgres, layer as embedded } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Network } from "../../test/pds/connectNetwork.ts";
import { freePort } from "../../test/pds/freePort.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));

interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** An instance of the service: one database and one set of keys, for processes of any version. */
export class Instance {
  readonly publicUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #url: string;
  readonly #release: () => Promise<void>;

  private constructor(
    publicUrl: string,
    env: Readonly<Record<string, string>>,
    url: string,
    release: () => Promise<void>
  ) {
    this.publicUrl = publicUrl;
    this.env = env;
    this.#url = url;
    this.#release = release;
  }

  /** Starts an empty database. */
  static async create(network: Network): Promise<Instance> {
    const folder = await mkdtemp(join(tmpdir(), "tidemark-upgrade-"));
    const server = ManagedRuntime.make(embedded({ dataDir: join(folder, "database") }));
    const url = Redacted.value((await server.runPromise(EmbeddedPostgres)).url);
    const env = {
      DATABASE_URL: url,
      DATA_DIR: join(folder, "data"),
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: network.pdses[0].url
    };
    return new Instance(`http://127.0.0.1:${await freePort()}`, env, url, async () => {
      await server.dispose();
      await rm(folder, { recursive: true, force: true });
    });
  }

  /** Starts a process of the version in a folder. Fails with what it printed if it ends before it is ready. */
  start(checkout = here): Promise<ServiceProcess> {
    return ServiceProcess.start({ env: this.env, publicUrl: this.publicUrl, checkout });
  }

  /** Runs a command of this version. */
  command(...args: ReadonlyArray<string>): Promise<CommandResult> {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, ...this.env, EXTERNAL_BASE_URL: this.publicUrl };
    return new Promise((done) => {
      execFile(process.execPath, [join(here, "src/cli.ts"), ...args], { env }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        done({ code, output: `${stdout}${stderr}` });
      });
    });
  }

  async #select<Row extends object>(columns: string, none: Row): Promise<Row> {
    const client = new Client({ connectionString: this.#url });
    await client.connect();
    try {
      const { rows } = await client.query<Row>(`select ${columns}`);
      return rows[0] ?? none;
    } finally {
      await client.end();
    }
  }

  /** The number of events in the log, and the position of the last one. */
  logSize(): Promise<{ readonly count: number; readonly head: number }> {
    return this.#select(
      "(select count(*)::int from tidemark.events) as count, (select position::int from tidemark.log_head) as head",
      { count: 0, head: 0 }
    );
  }

  /** The number of entries of the audit index that nobody can find: they hold a commitment in place of a search term. */
  lostEntries(): Promise<{ readonly lost: number }> {
    return this.#select(
      `count(*) filter (where starts_with(subject_did, '{') or starts_with(uri, '{'))::int as lost
      from tidemark.audit_entries`,
      { lost: 0 }
    );
  }

  remove(): Promise<void> {
    return this.#release();
  }
}
