import { readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, layer, it as standalone } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { loadConfiguration } from "../../../src/adapters/configuration/loadConfiguration.ts";
import { generateAuditKey, parseAuditKeys } from "../../../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../../../src/adapters/crypto/CheckpointSignerEd25519.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import { adminsStream } from "../../../src/application/admin/currentAdmins.ts";
import { appendEvents } from "../../../src/application/event/appendEvents.ts";
import { AdminAdded, AdminRemoved } from "../../../src/domain/administration/AdministrationEvent.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { ProcessReports } from "../../../src/domain/health/ProcessReports.ts";
import { checkpointText } from "../../../src/domain/transparency/Checkpoint.ts";
import { CheckpointSigner } from "../../../src/domain/transparency/CheckpointSigner.ts";
import { noteText } from "../../../src/domain/transparency/SignedNote.ts";
import { TokenVault } from "../../../src/domain/vault/TokenVault.ts";
import { keyIds } from "../../../src/main/serve/keyIds.ts";
import { signingKeyReader } from "../../../src/main/signingKeyReader.ts";
import { storage } from "../../../src/main/storage.ts";
import { silentLogger } from "../../support/silentLogger.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { tidemark } from "./tidemark.ts";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

interface Scene {
  /** The metadata that the public URL serves, for its own origin. */
  readonly issuer: (origin: string) => unknown;
  readonly keys: ReadonlyArray<unknown>;
  readonly health: number;
  /** What the running instance responds at `/ready`. */
  readonly ready: unknown;
  /** How far the clock of other servers is ahead, in seconds. */
  readonly ahead: number;
}

/** What the running process reports. */
const runningState = {
  id: "running",
  version,
  host: "one.example.com",
  pid: 42,
  startedAt: 1,
  memoryBytes: 1,
  processorShare: 0,
  eventLoopDelay: 0,
  sockets: 0,
  streams: 0,
  operations: 0,
  jobDeaths: {},
  replicasLeftOut: {},
  stopped: false
};

/** One server that stands for the public URL and the PLC directory. */
const world = (scene: Scene) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly origin: string; readonly close: () => void }>((resolve) => {
          const server = createServer(({ url = "" }, response) => {
            const { port }: AddressInfo = Object(server.address());
            const origin = `http://127.0.0.1:${port}`;
            response.setHeader("date", new Date(Date.now() + scene.ahead * 1000).toUTCString());
            response.setHeader("content-type", "application/json");
            if (url === "/health") response.statusCode = scene.health;
            const bodies: Readonly<Record<string, unknown>> = {
              "/.well-known/oauth-authorization-server": scene.issuer(origin),
              "/.well-known/jwks.json": { keys: scene.keys },
              "/ready": scene.ready
            };
            response.end(JSON.stringify(bodies[url] ?? {}));
          });
          server.listen(0, "127.0.0.1", () => {
            const { port }: AddressInfo = Object(server.address());
            resolve({ origin: `http://127.0.0.1:${port}`, close: () => server.close() });
          });
        })
    ),
    ({ close }) => Effect.sync(close)
  );

const newKey = Effect.map(tidemark({}, "keys", "generate", "--form", "jwk", "--json"), ({ stdout }) => {
  const { key, publicKey } = JSON.parse(stdout);
  return { key: String(key), publicKey };
});

interface ShownCheck {
  readonly name: string;
  readonly status: "ok" | "problem" | "skipped";
  readonly detail: string;
  readonly remedy: string | null;
}

const diagnose = (environment: Readonly<Record<string, string>>) =>
  Effect.map(tidemark(environment, "doctor", "--json"), ({ code, stderr, stdout }) => {
    expect(stderr).toBe("");
    const { checks, healthy, problems } = JSON.parse(stdout);
    const of = (name: string): ShownCheck => checks.find((each: ShownCheck) => each.name === name);
    const wrong = checks.filter(({ status }: ShownCheck) => status === "problem").map(({ name }: ShownCheck) => name);
    expect({ problems, healthy }).toEqual({ problems: wrong.length, healthy: code === 0 });
    return { code, of, wrong };
  });

/** The ids of keys that a process with this environment reports. */
const keyIdsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const AUDIT_SIGNING_KEY = Redacted.value(yield* generateAuditKey);
    return keyIds(yield* loadConfiguration({ ...environment, AUDIT_SIGNING_KEY }, signingKeyReader));
  });

const surroundings = (overrides: Partial<Scene> = {}) =>
  Effect.gen(function* () {
    const { key, publicKey } = yield* newKey;
    const { origin } = yield* world({
      issuer: (own) => ({ issuer: own }),
      keys: [publicKey],
      health: 200,
      ready: { status: "ready", version, process: "running" },
      ahead: 0,
      ...overrides
    });
    const { url } = yield* TestDatabase;
    return {
      DATABASE_URL: Redacted.value(url),
      OAUTH_SIGNING_KEY: key,
      EXTERNAL_BASE_URL: origin,
      PORT: new URL(origin).port,
      PLC_DIRECTORY_URL: origin,
      HANDLE_RESOLVER_URL: origin,
      BACKFILL: "false"
    };
  });

layer(database, { timeout: "60 seconds", excludeTestServices: true })("tidemark doctor", (it) => {
  it.scoped("reports what an empty database lacks, and changes nothing", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      const { code, of, wrong } = yield* diagnose(environment);
      expect({ code, wrong }).toEqual({ code: 1, wrong: ["migrations", "lexicons", "admin"] });
      expect(of("migrations").remedy).toContain("tidemark migrate");
      expect(JSON.parse((yield* tidemark(environment, "migrate", "--check", "--json")).stdout).applied).toEqual([]);
    })
  );

  it.scoped("finds no problem in a complete environment", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      yield* tidemark(environment, "lexicons", "import", new URL("../../../lexicons", import.meta.url).pathname);
      yield* tidemark(environment, "setup-token");
      const { code, of, wrong } = yield* diagnose(environment);
      expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
      expect(of("database").detail).toMatch(/^PostgreSQL \d/);
      expect(of("dns").status).toBe("skipped");
      expect(of("clock")).toMatchObject({ status: "ok", detail: expect.stringContaining("127.0.0.1") });
      const human = yield* tidemark(environment, "doctor");
      expect(human).toMatchObject({ code: 0, stderr: "" });
      expect(human.stdout).toMatch(/^✓ Configuration {2,}development/);
      expect(human.stdout).toMatch(/\n– DNS {2,}HANDLE_RESOLVER_URL is used instead\n/);
      expect(human.stdout).toMatch(/\n\nNo problems\.\n$/);
      const admins = yield* diagnose({ ...environment, ADMIN_DIDS: "did:plc:ewvi7nxzyoun6zhxrhs64oiz" });
      expect(admins.of("admin").detail).toBe("set by ADMIN_DIDS");
    })
  );

  it.scoped("names the key that stored tokens are sealed with if the environment lacks it", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      const databaseUrl = Redacted.make(environment.DATABASE_URL);
      yield* Effect.flatMap(TokenVault, (vault) =>
        vault.put("session/x", { keyId: "lost-key-id", bytes: new Uint8Array(40) }, null)
      ).pipe(Effect.provide(storage({ databaseUrl, dataDir: "", secrets: testSecrets, purpose: "command" })));
      const { of, wrong } = yield* diagnose(environment);
      expect(wrong).toContain("session-keys");
      expect(of("session-keys").detail).toMatch(/^SECRET_KEY_BASE .* lacks the key lost-key-id, .* one sign-in /);
      expect(of("session-keys").remedy).toContain("RETIRED_KEYS=lost-key-id");
      const confirmed = yield* diagnose({ ...environment, RETIRED_KEYS: "lost-key-id" });
      expect(confirmed.of("session-keys").status).toBe("ok");
      yield* Effect.flatMap(TokenVault, (vault) => vault.remove("session/x")).pipe(
        Effect.provide(storage({ databaseUrl, dataDir: "", secrets: testSecrets, purpose: "command" }))
      );
    }).pipe(Effect.provide(silentLogger))
  );

  it.scoped("finds a checkpoint in DATA_DIR that the restored database lacks", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      yield* tidemark(environment, "migrate");
      const DATA_DIR = yield* temporaryFolder;
      const AUDIT_SIGNING_KEY = Redacted.value(yield* generateAuditKey);
      const diagnosed = { ...environment, DATA_DIR, AUDIT_SIGNING_KEY };
      expect((yield* diagnose(diagnosed)).of("kept-checkpoint").status).toBe("skipped");
      const signer = CheckpointSignerEd25519.layer({
        keys: yield* parseAuditKeys(AUDIT_SIGNING_KEY),
        publicUrl: environment.EXTERNAL_BASE_URL
      });
      const note = yield* Effect.flatMap(CheckpointSigner, ({ origin, sign }) => {
        const text = checkpointText({ origin, size: 7, rootHash: new Uint8Array(32), extensions: [] });
        return Effect.map(sign(text), (signature) => noteText({ text, signatures: [signature] }));
      }).pipe(Effect.provide(signer));
      yield* Effect.promise(() => writeFile(join(DATA_DIR, "checkpoint"), note));
      const { of, wrong } = yield* diagnose(diagnosed);
      expect(wrong).toContain("kept-checkpoint");
      expect(of("kept-checkpoint")).toMatchObject({
        detail: expect.stringContaining("has a checkpoint of 7 events that the database lacks"),
        remedy: expect.stringContaining("/docs/operations#when-sealing-is-refused")
      });
    })
  );

  it.scoped("counts the admins", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      const [ann, ben] = [Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz"), Did.make("did:plc:alice234alice234alice234")];
      const added = (did: Did) => new AdminAdded({ did, how: "set-up", addedBy: null, addedAt: 1 });
      const append = (version: number, event: AdminAdded | AdminRemoved) =>
        appendEvents(adminsStream, version, [event], {
          actor: { type: "system", id: null },
          subjectDid: event.did
        }).pipe(
          Effect.provide(SecureRandomNode.layer),
          Effect.provide(
            storage({
              databaseUrl: Redacted.make(environment.DATABASE_URL),
              dataDir: "",
              secrets: testSecrets,
              purpose: "command"
            })
          )
        );
      const found = Effect.map(diagnose(environment), ({ of }) => of("admin").detail);
      yield* append(0, added(ann));
      yield* append(1, added(ben));
      expect(yield* found).toBe("2 accounts are admins");
      yield* append(2, new AdminRemoved({ did: ann }));
      expect(yield* found).toBe("1 account is an admin");
      yield* append(3, new AdminRemoved({ did: ben }));
      yield* append(4, added(ann));
      yield* append(5, added(ben));
      expect(yield* found).toBe("2 accounts are admins");
    }).pipe(Effect.provide(silentLogger))
  );

  it.scoped("checks the public URL as others see it", () =>
    Effect.gen(function* () {
      const other = yield* newKey;
      const scene = { issuer: () => ({ issuer: "https://other.example" }), keys: [other.publicKey], health: 502 };
      const { code, of, wrong } = yield* diagnose(yield* surroundings(scene));
      expect({ code, wrong }).toEqual({ code: 1, wrong: ["base-url", "issuer", "published-keys"] });
      expect(of("base-url").detail).toMatch(/\/health responds with 502$/);
      expect(of("issuer").detail).toContain("names https://other.example instead of http://127.0.0.1:");
      expect(of("published-keys").detail).toContain("/.well-known/jwks.json lacks ");
    })
  );

  it.scoped("asks the running instance at its local address, otherwise at the public URL", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      expect((yield* diagnose(environment)).of("instance")).toMatchObject({
        status: "ok",
        detail: `version ${version} runs at ${environment.EXTERNAL_BASE_URL}`
      });
      expect((yield* diagnose({ ...environment, PORT: "1" })).of("instance").status).toBe("ok");
      const { of } = yield* diagnose({ ...environment, PORT: "1", EXTERNAL_BASE_URL: "http://127.0.0.1:1" });
      expect(of("instance")).toMatchObject({
        status: "problem",
        detail: "no instance answers at http://127.0.0.1:1",
        remedy: expect.stringContaining("start the service")
      });
      expect(of("instance-clock").status).toBe("skipped");
    })
  );

  it.scoped.each<readonly [unknown, RegExp]>([
    [{ status: "ready", version: "9.9.9", process: null }, /^version 9\.9\.9 runs at .*, and this is version /],
    [{ status: "unavailable", version, process: null, reason: "busy" }, /is not ready: busy$/],
    [{ status: "unavailable" }, /^the instance at .* runs, and waits for the database$/],
    [{ status: "ready" }, /is not answered by this version of the service$/],
    [{}, /is not answered by this version of the service$/]
  ])("finds a problem with an instance that responds %j", ([ready, detail]) =>
    Effect.gen(function* () {
      const { of, wrong } = yield* diagnose(yield* surroundings({ ready }));
      expect(wrong).toContain("instance");
      expect(of("instance").detail).toMatch(detail);
    })
  );

  it.scoped("finds no problem with an instance that is stopping", () =>
    Effect.gen(function* () {
      const { of } = yield* diagnose(yield* surroundings({ ready: { status: "stopping" } }));
      expect(of("instance")).toMatchObject({ status: "skipped", detail: expect.stringContaining("is stopping") });
    })
  );

  it.scoped("does not judge a public URL at an address that the rules for outbound requests refuse", () =>
    Effect.gen(function* () {
      const EXTERNAL_BASE_URL = "https://10.1.2.3";
      const { of } = yield* diagnose({ ...(yield* surroundings()), EXTERNAL_BASE_URL, HOST: "10.1.2.3" });
      for (const name of ["base-url", "issuer", "client-metadata", "sdk", "published-keys", "instance"])
        expect(of(name)).toMatchObject({
          status: "skipped",
          detail: expect.stringMatching(/^https:\/\/10\.1\.2\.3\S* cannot be checked from this machine: /)
        });
    })
  );

  it.scoped("compares the settings that the running process reported with the environment", () =>
    Effect.gen(function* () {
      const environment = yield* surroundings();
      const databaseUrl = Redacted.make(environment.DATABASE_URL);
      const report = (settings: Readonly<Record<string, string>>, stopped = false) =>
        Effect.flatMap(ProcessReports, (reports) =>
          reports.report({ at: Date.now(), minutes: [], state: { ...runningState, settings, stopped } })
        ).pipe(Effect.provide(storage({ databaseUrl, dataDir: "", secrets: testSecrets, purpose: "command" })));
      yield* report({ PORT: environment.PORT, BACKFILL: "false", SETTING_OF_ANOTHER_VERSION: "1" });
      expect((yield* diagnose(environment)).of("settings")).toMatchObject({
        status: "ok",
        detail: "the process on one.example.com runs with the settings of this environment"
      });
      yield* report({ PORT: environment.PORT, BACKFILL: "true" });
      expect((yield* diagnose(environment)).of("settings")).toMatchObject({
        status: "problem",
        detail: "the process on one.example.com runs with BACKFILL=true, unlike this environment"
      });
      const keys = yield* keyIdsOf({
        ...environment,
        SECRET_KEY_BASE: "a secret of this service that is long enough for it"
      });
      yield* report({ ...keys, AUDIT_SIGNING_KEY: "not compared without the key" });
      expect((yield* diagnose(environment)).of("settings").detail).toBe(
        `the process on one.example.com runs with SECRET_KEY_BASE with the key id ${keys.SECRET_KEY_BASE}, unlike this environment`
      );
      yield* report({ ...keys, OAUTH_SIGNING_KEY: "other", SECRET_KEY_BASE: "" });
      expect((yield* diagnose(environment)).of("settings").detail).toContain(
        "OAUTH_SIGNING_KEY with the key id other, unlike"
      );
      yield* report({}, true);
      expect((yield* diagnose(environment)).of("settings").detail).toBe("no running process reports its settings");
    }).pipe(Effect.provide(silentLogger))
  );

  it.scoped("finds a wrong clock by the clocks of other servers", () =>
    Effect.gen(function* () {
      const { of, wrong } = yield* diagnose(yield* surroundings({ ahead: 3600 }));
      expect(wrong).toEqual(["instance-clock", "clock"]);
      expect(of("clock").detail).toMatch(/^the clock of this machine is 3\d\d\d s behind$/);
    })
  );

  it.scoped("reports everything that is unreachable, without secrets", () =>
    Effect.gen(function* () {
      const nowhere = "http://127.0.0.1:1";
      const away = {
        ...(yield* surroundings()),
        DATABASE_URL: "postgres://tidemark:s3cret@127.0.0.1:1/tidemark",
        EXTERNAL_BASE_URL: nowhere,
        PLC_DIRECTORY_URL: nowhere
      };
      const { code, of, wrong } = yield* diagnose(away);
      expect(code).toBe(1);
      expect(wrong).toEqual(["database", "plc", "base-url", "issuer", "sdk", "published-keys"]);
      expect(of("migrations")).toMatchObject({ status: "skipped", detail: "the database cannot be reached" });
      const human = yield* tidemark(away, "doctor");
      expect(human.stdout).toContain("→ start the service, and route its public URL to it");
      expect(human.stdout).not.toContain("s3cret");
      expect(human.stdout).toMatch(/\n\n6 problems\.\n$/);
    })
  );
});

standalone.scopedLive("reports invalid variables, and creates neither a database nor a key", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* temporaryFolder;
    const { code, of } = yield* diagnose({ DATA_DIR, PORT: "many", LOG_LEVEL: "loud", NODE_ENV: "development" });
    expect(code).toBe(1);
    expect(of("configuration").detail).toMatch(/^PORT must be .*\nLOG_LEVEL must be /);
    expect(of("issuer").status).toBe("skipped");
    const fresh = yield* diagnose({ DATA_DIR, PORT: "1", PLC_DIRECTORY_URL: "http://127.0.0.1:1" });
    expect(fresh.of("database")).toMatchObject({ status: "skipped" });
    expect(fresh.of("keys")).toMatchObject({ status: "skipped" });
    expect(yield* Effect.promise(() => readdir(DATA_DIR))).toEqual([]);
  })
);
