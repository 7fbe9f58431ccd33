import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest";
import { type CommandName, commands } from "../../src/adapters/cli/command/commands.ts";
import type { Cluster } from "../../src/adapters/postgres/embedded/initializeCluster.ts";
import { BackupManifestText } from "../../src/domain/backup/BackupManifest.ts";
import { agree, shapeOf } from "../adapters/cli/jsonShape.ts";
import { PostgresProcess } from "../support/PostgresProcess.ts";
import { SmallDisk } from "./chaos/SmallDisk.ts";
import { eventually } from "./eventually.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const command = join(here, "bin/tidemark.js");

const Registered = Schema.parseJson(Schema.Struct({ client_id: Schema.String }));
const Clients = Schema.parseJson(Schema.Struct({ clients: Schema.Array(Schema.Struct({ clientId: Schema.String })) }));
const Failed = Schema.parseJson(Schema.Struct({ error: Schema.String, message: Schema.String }));

/** An instance with an embedded database that archives its write-ahead log. */
class Instance {
  readonly #root: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(root: string, keys: Readonly<Record<string, string>>) {
    this.#root = root;
    this.env = {
      ...keys,
      DATA_DIR: this.dataDir,
      WAL_ARCHIVE: this.walArchive,
      BACKFILL: "false",
      LOG_LEVEL: "error",
      RATE_LIMIT_PER_ADDRESS: "off",
      RATE_LIMIT_FAILURES: "off"
    };
  }

  get dataDir(): string {
    return join(this.#root, "data");
  }

  get backups(): string {
    return join(this.#root, "backups");
  }

  get walArchive(): string {
    return join(this.#root, "wal");
  }

  spawn(...args: ReadonlyArray<string>): ChildProcess {
    const { PATH = "", HOME = "" } = process.env;
    return spawn(process.execPath, [command, ...args], { env: { PATH, HOME, ...this.env }, stdio: "ignore" });
  }

  async #run(file: string, args: ReadonlyArray<string>): Promise<string> {
    const { PATH = "", HOME = "" } = process.env;
    const { stdout } = await run(file, args, { env: { PATH, HOME, ...this.env }, maxBuffer: 64_000_000 });
    return stdout;
  }

  /** Runs a command, and returns what it printed. */
  tidemark(...args: ReadonlyArray<string>): Promise<string> {
    return this.#run(process.execPath, [command, ...args]);
  }

  /** Runs a command that fails, and returns its error code and message. */
  failing(...args: ReadonlyArray<string>): Promise<typeof Failed.Type> {
    return this.#failureOf(this.tidemark(...args, "--json"));
  }

  /** Runs a command that fails in a process which may not write files above 1 or 2 MB, as the shell counts. */
  failingWithSmallFiles(...args: ReadonlyArray<string>): Promise<typeof Failed.Type> {
    const limited = ["-c", 'ulimit -f 2048; exec "$0" "$@"', process.execPath, command, ...args, "--json"];
    return this.#failureOf(this.#run("sh", limited));
  }

  async #failureOf(printing: Promise<string>): Promise<typeof Failed.Type> {
    const failure: unknown = await printing.then(
      () => null,
      (cause: unknown) => cause
    );
    assert.isTrue(failure instanceof Error && "code" in failure && failure.code === 1, String(failure));
    const printed = failure instanceof Error && "stdout" in failure ? String(failure.stdout) : "";
    const errors = failure instanceof Error && "stderr" in failure ? String(failure.stderr) : "";
    return Schema.decodeUnknownSync(Failed)(printed === "" ? errors : printed);
  }

  /** Runs a command with `--json`, whose output is that of its documentation. */
  async documented(name: CommandName, ...args: ReadonlyArray<string>): Promise<void> {
    const printed: unknown = JSON.parse(await this.tidemark(name, ...args, "--json"));
    const declared = commands[name];
    const example = declared._tag === "Command" ? declared.jsonExample : undefined;
    assert.isTrue(agree(shapeOf(example), shapeOf(printed)), JSON.stringify(printed));
  }

  async clients(): Promise<ReadonlyArray<string>> {
    const listed = await this.tidemark("clients", "list", "--json");
    return Schema.decodeUnknownSync(Clients)(listed).clients.map(({ clientId }) => clientId);
  }

  /** Fails if the restored log or what is derived from it does not verify. */
  async verify(): Promise<void> {
    await this.tidemark("audit", "verify");
    await this.tidemark("registry", "compare");
  }

  async loseDatabase(): Promise<void> {
    await rename(join(this.dataDir, "postgres"), await mkdtemp(join(this.#root, "lost-")));
  }
}

const register = async (service: ServiceProcess): Promise<string> => {
  const response = await fetch(`${service.reach}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "An app", redirect_uris: ["https://app.example/callback"] })
  });
  return Schema.decodeUnknownSync(Registered)(await response.text()).client_id;
};

/** Registers apps all the time, until it is stopped. Returns those that the service acknowledged. */
const underLoad = (service: ServiceProcess) => {
  const acknowledged: Array<string> = [];
  let isOver = false;
  const work = (async () => {
    for (; !isOver; await setTimeout(20)) acknowledged.push(await register(service));
  })();
  return {
    acknowledged,
    stop: async () => {
      isOver = true;
      await work;
    }
  };
};

const newestBackup = async (folder: string): Promise<string> =>
  (await readdir(folder))
    .filter((name) => name.startsWith("backup-"))
    .toSorted()
    .at(-1) ?? "";

let root: string;
let instance: Instance;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tidemark-backup-"));
  if (process.getuid?.() === 0) await promisify(execFile)("chmod", ["755", root]);
  const keyOf = async (...flags: ReadonlyArray<string>) =>
    (await run(process.execPath, [command, "keys", "generate", ...flags])).stdout.trim();
  instance = new Instance(root, {
    OAUTH_SIGNING_KEY: await keyOf(),
    AUDIT_SIGNING_KEY: await keyOf("--audit"),
    SECRET_KEY_BASE: await keyOf("--secret")
  });
});

afterAll(() => rm(root, { recursive: true, force: true }));

describe.sequential("a backup of the embedded database", () => {
  let before: ReadonlyArray<string> = [];
  let after: ReadonlyArray<string> = [];
  let between = "";

  it("is taken under load, and a killed one leaves none", async () => {
    const service = await ServiceProcess.start({ env: instance.env });
    const load = underLoad(service);
    await eventually("some apps are registered", async () => load.acknowledged.length > 20);
    const killed = instance.spawn("backup", instance.backups);
    await eventually("the backup begins", async () =>
      (await readdir(instance.backups).catch(() => [])).some((name) => name.endsWith(".partial"))
    );
    killed.kill("SIGKILL");
    await once(killed, "exit");
    assert.strictEqual(await newestBackup(instance.backups), "");
    before = [...load.acknowledged];
    await instance.documented("backup", instance.backups);
    await load.stop();
    // The clocks of the database and of this process are that of the machine.
    await setTimeout(50);
    between = new Date().toISOString();
    after = load.acknowledged;
    const last = await register(service);
    after = [...after, last];
    assert.strictEqual(await service.stop(), 0);
  }, 120_000);

  it("is restored to the latest state that the archived write-ahead log has", async () => {
    await instance.loseDatabase();
    const kept = await readFile(join(instance.backups, "checkpoint"), "utf8");
    await rm(join(instance.dataDir, "checkpoint"), { force: true });
    await instance.documented("restore", instance.backups, "--wal", instance.walArchive);
    assert.strictEqual(await readFile(join(instance.dataDir, "checkpoint"), "utf8"), kept);
    assert.includeMembers([...(await instance.clients())], [...after]);
    await instance.verify();
    const exported = join(root, "export.ndjson");
    await instance.tidemark("audit", "export", "--output", exported);
    const description = join(instance.backups, await newestBackup(instance.backups), "backup.json");
    const { keys } = Schema.decodeUnknownSync(BackupManifestText)(await readFile(description, "utf8"));
    await run(process.execPath, [
      join(here, "tools/verify-log/verify-log.mjs"),
      "export",
      exported,
      "--key",
      keys.audit ?? ""
    ]);
  }, 120_000);

  it("is restored to a time", async () => {
    await instance.loseDatabase();
    await instance.tidemark("restore", instance.backups, "--to", between, "--wal", instance.walArchive);
    const restored = await instance.clients();
    assert.includeMembers([...restored], after.slice(0, -1));
    assert.notInclude([...restored], after.at(-1));
    await instance.verify();
  }, 120_000);

  it("is restored without the write-ahead log, with everything from before it", async () => {
    await instance.loseDatabase();
    const printed = await instance.tidemark("restore", join(instance.backups, await newestBackup(instance.backups)));
    assert.include(printed, "has every key that the data needs");
    assert.includeMembers([...(await instance.clients())], [...before]);
    await instance.verify();
  }, 120_000);

  it("is not restored over a database, and not without its files as they were written", async () => {
    assert.strictEqual((await instance.failing("restore", instance.backups)).error, "not_restored");
    await instance.loseDatabase();
    const backup = join(instance.backups, await newestBackup(instance.backups));
    const archive = join(backup, "base.tar.gz");
    await copyFile(archive, `${archive}.kept`);
    const file = await open(archive, "r+");
    await file.write(Buffer.from([1, 2, 3]), 0, 3, Math.floor((await stat(archive)).size / 2));
    await file.close();
    const { error, message } = await instance.failing("restore", instance.backups);
    assert.deepStrictEqual([error, message.includes("base.tar.gz")], ["backup_unusable", true]);
    await rename(`${archive}.kept`, archive);
    const later = await instance.failing("restore", instance.backups, "--to", "2020-01-01");
    assert.include(later.message, "no backup that was complete at that time");
    assert.notInclude(await readdir(instance.dataDir), "postgres");
    assert.notInclude(await readdir(instance.dataDir), "postgres.restored");
  }, 60_000);

  it("is unpacked for a server of one's own, which recovers it and keeps no setting of that", async () => {
    const unpack = async ({ folder, user }: Cluster) => {
      await mkdir(folder);
      if (Option.isSome(user)) await chown(folder, user.value.uid, user.value.gid);
      await instance.tidemark("restore", instance.backups, "--into", folder, "--wal", instance.walArchive);
      assert.includeMembers(await readdir(folder), ["PG_VERSION", "recovery.signal", "backup_label"]);
      assert.strictEqual((await stat(folder)).mode & 0o777, 0o700);
    };
    // It accepts connections only after the recovery.
    const server = await PostgresProcess.on(unpack, { hot_standby: "off" });
    onTestFinished(() => server.remove());
    const settings = await readFile(join(server.cluster.folder, "postgresql.auto.conf"), "utf8");
    assert.notMatch(settings, /restore_command|recovery_|hot_standby/);
  }, 60_000);

  it("replaces older ones, and what of the write-ahead log only those needed", async () => {
    await instance.tidemark("restore", instance.backups, "--wal", instance.walArchive);
    const first = await newestBackup(instance.backups);
    await instance.tidemark("backup", instance.backups, "--keep", "1");
    const names = await readdir(instance.backups);
    assert.notInclude(names, first);
    assert.strictEqual(names.filter((name) => name.startsWith("backup-")).length, 1);
    assert.notInclude(await readdir(instance.walArchive), "000000010000000000000001.gz");
  }, 60_000);

  it("leaves none where there is no space for it, and names the folder", async (test) => {
    const service = await ServiceProcess.start({ env: instance.env });
    const limited = join(root, "limited");
    const small = SmallDisk.mount(join(root, "small"), 2);
    try {
      const tooLarge = await instance.failingWithSmallFiles("backup", limited);
      assert.include(
        tooLarge.message,
        `The backup ${limited} cannot be used: the file system of the folder, or a limit`
      );
      assert.deepStrictEqual(await readdir(limited), []);
      if (small === null) return test.skip("no small disk: only root may mount one");
      const full = await instance.failing("backup", small.folder);
      assert.strictEqual(full.error, "backup_unusable");
      assert.include(full.message, `The backup ${small.folder} cannot be used: its disk is full`);
      assert.deepStrictEqual(await readdir(small.folder), []);
    } finally {
      small?.unmount();
      await service.stop();
    }
  }, 120_000);
});
