import { execFile } from "node:child_process";
import type { webcrypto } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { importJWK, type JWK } from "jose";
import { giveFolder } from "../../src/adapters/postgres/embedded/giveFolder.ts";
import { serverUser } from "../../src/adapters/postgres/embedded/ServerUser.ts";
import { App, type Tokens } from "../flows/App.ts";
import { ServiceProcess } from "../flows/ServiceProcess.ts";
import { silentLogger } from "../support/silentLogger.ts";
import type { ReleaseFacts, StoredSession } from "./ReleaseFacts.ts";
import { type PdsStandIn, startPdsStandIn } from "./startPdsStandIn.ts";
import { readFacts, unpackRelease } from "./storedRelease.ts";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const command = fileAt("../../bin/tidemark.js");
const verifier = fileAt("../../tools/verify-log/verify-log.mjs");
const preloads = ["../flows/redirectConnections.ts", "../flows/nodes/offsetClock.ts"];

const ListedClients = Schema.parseJson(Schema.Struct({ clients: Schema.Array(Schema.Object) }));

/** The access tokens of the PDS have expired by then, so that the service needs the refresh tokens in its vault. */
const afterStored = 2 * 60 * 60_000;

const keysOf = async (key: JWK): Promise<webcrypto.CryptoKeyPair> => {
  const { d: _private, ...publicKey } = key;
  return {
    privateKey: await cryptoKey({ ...key, key_ops: ["sign"] }),
    publicKey: await cryptoKey({ ...publicKey, key_ops: ["verify"] })
  };
};

const cryptoKey = async (key: JWK): Promise<webcrypto.CryptoKey> => {
  const imported = await importJWK({ ...key, ext: true }, "ES256");
  if (imported instanceof Uint8Array) throw new Error("The key of a session is symmetric");
  return imported;
};

/** Root cannot run PostgreSQL, and unpacks files as its own. */
const giveCluster = async (dataDir: string): Promise<void> => {
  const cluster = join(dataDir, "postgres");
  const user = await Effect.runPromise(serverUser(cluster).pipe(Effect.provide(silentLogger)));
  if (Option.isSome(user)) await giveFolder(cluster, user.value);
};

interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** The data folder of a release, opened by a service of this version at the time at which the folder was stored. */
export class OpenedRelease {
  readonly facts: ReleaseFacts;
  readonly service: ServiceProcess;
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #standIn: PdsStandIn;
  readonly #ahead: number;

  private constructor(
    facts: ReleaseFacts,
    service: ServiceProcess,
    folder: string,
    env: Readonly<Record<string, string>>,
    standIn: PdsStandIn,
    ahead: number
  ) {
    this.facts = facts;
    this.service = service;
    this.#folder = folder;
    this.#env = env;
    this.#standIn = standIn;
    this.#ahead = ahead;
  }

  /** Unpacks the folder and starts the service. */
  static async open(version: string): Promise<OpenedRelease> {
    const facts = await readFacts(version);
    const folder = await mkdtemp(join(tmpdir(), "tidemark-release-"));
    const dataDir = join(folder, "data");
    await unpackRelease(version, dataDir);
    await giveCluster(dataDir);
    const standIn = await startPdsStandIn(facts.pds);
    const ahead = facts.storedAt + afterStored - Date.now();
    const env = {
      DATA_DIR: dataDir,
      PLC_DIRECTORY_URL: `http://127.0.0.1:${standIn.port}`,
      HANDLE_RESOLVER_URL: facts.pds.url,
      BACKFILL: "false",
      FOLLOW_DATABASE_CLOCK: "false",
      NODE_OPTIONS: preloads.map((path) => `--import=${fileAt(path)}`).join(" "),
      CLOCK_OFFSET_MS: String(ahead),
      REDIRECT_FROM: new URL(facts.pds.url).port,
      REDIRECT_TO: String(standIn.port)
    };
    const service = await ServiceProcess.start({ env, publicUrl: facts.publicUrl }).catch(async (error: unknown) => {
      standIn.stop();
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
    return new OpenedRelease(facts, service, folder, { ...env, EXTERNAL_BASE_URL: facts.publicUrl }, standIn, ahead);
  }

  /** The time of the service. */
  now(): number {
    return performance.timeOrigin + performance.now() + this.#ahead;
  }

  /** The app of a session that the release stored, with the tokens that it kept. */
  async appOf({ clientId, clientSecret, did, key, refreshToken }: StoredSession): Promise<readonly [App, Tokens]> {
    const registration = { clientId, clientSecret, redirectUri: "http://127.0.0.1:4321/callback" };
    const tokens: Tokens = { accessToken: "", refreshToken, sub: did, scope: "", tokenType: "" };
    return [await App.make(this.service, registration, key === null ? undefined : await keysOf(key)), tokens];
  }

  #run(program: string, args: ReadonlyArray<string>): Promise<CommandResult> {
    const { HOME = "", PATH = "" } = process.env;
    return new Promise((done) => {
      execFile(process.execPath, [program, ...args], { env: { HOME, PATH, ...this.#env } }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        done({ code, output: code === 0 ? stdout : `${stdout}${stderr}` });
      });
    });
  }

  /** Runs a command of this version on the folder. */
  command(...args: ReadonlyArray<string>): Promise<CommandResult> {
    return this.#run(command, args);
  }

  /** The clients as this version lists them. */
  async clients(): Promise<ReadonlyArray<object>> {
    return Schema.decodeUnknownSync(ListedClients)((await this.command("clients", "list", "--json")).output).clients;
  }

  /** Exports the log, and verifies it by the program that shares no code with the service. */
  async verifyExport(): Promise<CommandResult> {
    const [keys, history] = [join(this.#folder, "key"), join(this.#folder, "history.ndjson")];
    await writeFile(keys, await (await fetch(`${this.service.reach}/log/key`)).text());
    const exported = await this.command("audit", "export", "--output", history);
    return exported.code === 0 ? this.#run(verifier, ["export", history, "--key", keys]) : exported;
  }

  async close(): Promise<void> {
    await this.service.stop();
    this.#standIn.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
