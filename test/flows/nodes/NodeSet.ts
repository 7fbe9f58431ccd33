import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Network } from "../../pds/connectNetwork.ts";
import { testSecretsEnvironment } from "../../support/testSubjectKeys.ts";
import type { Registration } from "../App.ts";
import { registerByCommand } from "../registerByCommand.ts";
import { ServiceProcess } from "../ServiceProcess.ts";
import { RoundRobinProxy } from "./RoundRobinProxy.ts";

const run = promisify(execFile);
const cli = fileURLToPath(new URL("../../../src/cli.ts", import.meta.url));

type Environment = Readonly<Record<string, string>>;

/** What a set of nodes is started with. */
export interface NodeSetOptions {
  readonly network: Network;
  readonly count: number;
  /** Settings of all nodes beyond those that a flow needs. */
  readonly settings?: Environment;
  /** Settings of one node only, by its number from 0. */
  readonly settingsOf?: (number: number) => Environment;
  readonly databaseUrl: string;
  /** Milliseconds between two checks of `/ready` by the proxy; null for a proxy that does not check. 100 by default. */
  readonly healthIntervalMs?: number | null;
}

/** One process of the service in a set. */
export interface Node {
  readonly number: number;
  readonly process: ServiceProcess;
}

/** Processes of the service over one database, behind a round-robin proxy that is their public address. */
export class NodeSet {
  readonly proxy: RoundRobinProxy;
  /** The environment of a node, which commands can use as well. */
  readonly env: Environment;
  readonly #nodes: Array<Node> = [];
  readonly #options: NodeSetOptions;
  readonly #release: () => Promise<void>;

  private constructor(proxy: RoundRobinProxy, env: Environment, options: NodeSetOptions, release: () => Promise<void>) {
    this.proxy = proxy;
    this.env = env;
    this.#options = options;
    this.#release = release;
  }

  /** Starts all nodes at once. The first one that gets the lock migrates the database. */
  static async start(options: NodeSetOptions): Promise<NodeSet> {
    const { databaseUrl, healthIntervalMs = 100, network, settings = {} } = options;
    const dataDir = await mkdtemp(join(tmpdir(), "tidemark-nodes-"));
    const proxy = await RoundRobinProxy.listen({ healthIntervalMs });
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      EXTERNAL_BASE_URL: proxy.publicUrl,
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: network.pdses[0].url,
      TRUST_PROXY: "1",
      RATE_LIMIT_PER_ADDRESS: "off",
      RATE_LIMIT_PER_CLIENT: "off",
      ...testSecretsEnvironment,
      ...settings
    };
    const set = new NodeSet(proxy, env, options, async () => {
      await proxy.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    try {
      await Promise.all(Array.from({ length: options.count }, (_, number) => set.add({ number })));
    } catch (error) {
      await set.stop();
      throw error;
    }
    return set;
  }

  get nodes(): ReadonlyArray<Node> {
    return this.#nodes;
  }

  /** Starts a node of a version, this one by default, and gives it to the proxy. */
  async add({ checkout, number = this.#nodes.length }: { checkout?: string; number?: number } = {}): Promise<Node> {
    const env = { ...this.env, ...this.#options.settingsOf?.(number) };
    const started = await ServiceProcess.start({
      env,
      publicUrl: this.proxy.publicUrl,
      ...(checkout !== undefined && { checkout })
    });
    const node = { number, process: started };
    this.#nodes.push(node);
    this.#nodes.sort((one, other) => one.number - other.number);
    await this.proxy.add(started.port);
    return node;
  }

  /** Stops a node as an operator would, while the proxy still knows it, and forgets it; returns its exit code. */
  async retire(node: Node): Promise<number | null> {
    const code = await node.process.stop();
    this.proxy.remove(node.process.port);
    this.#nodes.splice(this.#nodes.indexOf(node), 1);
    return code;
  }

  /** Runs a command of this version as an operator would; returns what it printed. */
  async command(...args: ReadonlyArray<string>): Promise<string> {
    const { PATH = "", HOME = "" } = process.env;
    return (await run(process.execPath, [cli, ...args], { env: { PATH, HOME, ...this.env } })).stdout;
  }

  /** Registers a client by the command line, as an operator would. */
  register(type: "public" | "confidential", redirectUri: string): Promise<Registration> {
    return registerByCommand(this.env, type, redirectUri);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.process.stop()));
    await this.#release();
  }
}
