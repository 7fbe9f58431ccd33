import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { quoteName, schema, tableName } from "../../src/adapters/postgres/record/sql/sqlNames.ts";
import { eventually } from "./eventually.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

const statuses = `${schema}.${quoteName(tableName("xyz.statusphere.status"))}`;

/** The requests that a service answers by its database, and what makes each wait there. */
export const paths = {
  read: `lock table ${statuses} in access exclusive mode`,
  append: "select from tidemark.log_head for update",
  token: "lock table tidemark.lookups in access exclusive mode"
};

export type Path = keyof typeof paths;

/** The answer of each while the database answers. */
const usual: Readonly<Record<Path, number>> = { read: 200, append: 201, token: 400 };

/** A service that is asked for what it needs its database for. */
export class ServiceUnderLoss {
  readonly process: ServiceProcess;
  readonly #dataDir: string;
  #client: Credentials = { client_id: "", client_secret: "" };

  private constructor(process: ServiceProcess, dataDir: string) {
    this.process = process;
    this.#dataDir = dataDir;
  }

  /** On the database of `databaseUrl`, or on the embedded one. */
  static async start(databaseUrl: string | null): Promise<ServiceUnderLoss> {
    const dataDir = await mkdtemp(join(tmpdir(), "tidemark-loss-"));
    const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_ADDRESS: "off", LOG_LEVEL: "info" };
    const process = await ServiceProcess.start({
      env: databaseUrl === null ? env : { ...env, DATABASE_URL: databaseUrl }
    });
    const service = new ServiceUnderLoss(process, dataDir);
    const { client_id, client_secret } = Object(await (await service.ask("append")).json());
    service.#client = { client_id, client_secret };
    return service;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return fetch(`${this.process.reach}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  ask(path: Path): Promise<Response> {
    if (path === "read")
      return this.#post("/graphql", { query: "{ xyzStatusphereStatus(first: 1) { nodes { uri } } }" });
    if (path === "append")
      return this.#post("/oauth/register", {
        client_name: "Lost",
        redirect_uris: ["https://app.example/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post"
      });
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x", ...this.#client });
    return fetch(`${this.process.reach}/oauth/token`, { method: "POST", body });
  }

  async statusOf(path: Path): Promise<number> {
    return (await this.ask(path)).status;
  }

  ready(): Promise<Response> {
    return fetch(`${this.process.reach}/ready`);
  }

  /** Succeeds once everything is answered as usual, by the same process and without a stack in its log. */
  async recovers(): Promise<void> {
    await eventually("the service is ready", async () => (await this.ready()).status === 200);
    for (const path of ["read", "append", "token"] as const)
      await eventually(`a ${path} is answered`, async () => (await this.statusOf(path)) === usual[path]);
    expect(this.process.isRunning).toBe(true);
    expect(this.process.output).not.toMatch(/at .*\.ts:\d+/);
  }

  /** Asks for everything all the time from `clients` at once until it is stopped; gives the statuses that came. */
  load(clients: number): { readonly stop: () => Promise<ReadonlySet<number>> } {
    let stopped = false;
    const statuses = new Set<number>();
    const loop = async (path: Path) => {
      while (!stopped) statuses.add(await this.statusOf(path));
    };
    const mix = ["read", "append", "read", "token"] as const;
    const loops = Array.from({ length: clients }, (_, index) => loop(mix[index % mix.length] ?? "read"));
    return {
      stop: async () => {
        stopped = true;
        await Promise.all(loops);
        return statuses;
      }
    };
  }
}

/** The statuses that requests may have while connections are lost. */
export const allowedStatuses = [...Object.values(usual), 503];
