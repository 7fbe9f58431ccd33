import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";
import { connectNetwork, type Network } from "./connectNetwork.ts";
import { ensureInstalled } from "./ensureInstalled.ts";
import { NetworkInfo } from "./NetworkInfo.ts";
import { nodeBinary } from "./nodeBinary.ts";

export interface NetworkOptions {
  /** How many PDSes to start; 1 by default. The first serves `.test` handles, the second `.pds2.test`, and so on. */
  readonly pdsCount?: number;
  /** Handles of the accounts to create; `alice.test` and `bob.test` by default. */
  readonly accounts?: ReadonlyArray<string>;
  /** Public origins, and the loopback origins the PDSes fetch them from. */
  readonly origins?: Readonly<Record<string, string>>;
  /** Lifetime of the access tokens that the PDSes issue, in milliseconds. */
  readonly tokenMaxAge?: number;
  /** How often the PDSes change their DPoP nonce, in milliseconds; from 1,000 to 60,000. */
  readonly nonceRotation?: number;
  /** Ports to take if they are free; any others otherwise. */
  readonly preferredPorts?: { readonly plc?: number; readonly pdses?: ReadonlyArray<number> };
  /** Keeps the data, the ports and the secrets here; by default they are temporary. */
  readonly dataDirectory?: string;
}

/** A network that this process started and stops. */
export interface StartedNetwork extends Network {
  readonly stop: () => Promise<void>;
}

const decodeInfo = Schema.decodeUnknownSync(Schema.parseJson(NetworkInfo));

/** Starts a PLC directory and PDSes in a child process, which ends with this one. */
export async function startNetwork(options: NetworkOptions = {}): Promise<StartedNetwork> {
  await ensureInstalled();
  const harness = fileURLToPath(new URL("harness.ts", import.meta.url));
  const child = spawn(nodeBinary(), ["--disable-warning=ExperimentalWarning", harness, ...flagsOf(options)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: environment()
  });
  const exited = once(child, "exit");
  const info = decodeInfo(await Promise.race([firstLine(child.stdout), prematureEnd(exited)]));
  return {
    ...connectNetwork(info),
    stop: async () => {
      child.stdin.end();
      await exited;
      // The harness removes its own data; this is for one that was killed.
      if (options.dataDirectory === undefined) await rm(info.dataDirectory, { recursive: true, force: true });
    }
  };
}

function flagsOf(options: NetworkOptions): Array<string> {
  const flag = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name}=${value}`];
  return [
    ...flag("pds", options.pdsCount),
    ...(options.accounts ?? ["alice.test", "bob.test"]).flatMap((handle) => flag("account", handle)),
    ...Object.entries(options.origins ?? {}).flatMap(([from, to]) => flag("map", `${from}=${to}`)),
    ...flag("token-max-age-ms", options.tokenMaxAge),
    ...flag("nonce-rotation-ms", options.nonceRotation),
    ...flag("plc-port", options.preferredPorts?.plc),
    ...(options.preferredPorts?.pdses ?? []).flatMap((port) => flag("pds-port", port)),
    ...flag("data-directory", options.dataDirectory)
  ];
}

/** The environment without what a test runner or debugger put there for itself. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _mode, ...rest } = process.env;
  return rest;
}

const firstLine = (output: Readable) =>
  new Promise<string>((resolve) => {
    createInterface(output).once("line", resolve);
  });

async function prematureEnd(exited: Promise<ReadonlyArray<unknown>>): Promise<never> {
  const [code] = await exited;
  throw new Error(`The test PDS ended before it was ready (exit code ${code})`);
}
