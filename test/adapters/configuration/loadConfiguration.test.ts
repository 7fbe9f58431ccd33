import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as LogLevel from "effect/LogLevel";
import * as Redacted from "effect/Redacted";
import { loadConfiguration } from "../../../src/adapters/configuration/loadConfiguration.ts";
import type { Environment } from "../../../src/adapters/configuration/variables/Variable.ts";
import { generateAuditKey } from "../../../src/adapters/crypto/auditKeys.ts";
import { generateSigningKey } from "../../../src/adapters/jose/generateSigningKey.ts";
import { signingKeyReader as keys } from "../../../src/main/signingKeyReader.ts";

const load = (environment: Environment) => loadConfiguration(environment, keys);

const problems = (environment: Environment) =>
  load(environment).pipe(
    Effect.flip,
    Effect.map((failure) => failure.problems)
  );

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-configuration-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
);

const AUDIT_SIGNING_KEY = Redacted.value(Effect.runSync(generateAuditKey));

const production = Effect.map(generateSigningKey, (key) => ({
  NODE_ENV: "production",
  EXTERNAL_BASE_URL: "https://tidemark.example.com",
  OAUTH_SIGNING_KEY: Redacted.value(key),
  AUDIT_SIGNING_KEY
}));

describe("loadConfiguration", () => {
  it.effect("uses defaults in an almost empty environment", () =>
    Effect.gen(function* () {
      const OAUTH_SIGNING_KEY = Redacted.value(yield* generateSigningKey);
      const configuration = yield* load({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, PORT: "", HOST: "" });
      assert.strictEqual(configuration.baseUrl, "http://127.0.0.1:8080");
      assert.strictEqual(configuration.host, "127.0.0.1");
      assert.strictEqual(configuration.port, 8080);
      assert.strictEqual(configuration.upstreamClient, "loopback");
      assert.strictEqual(configuration.production, false);
      assert.isNull(configuration.databaseUrl);
      assert.deepStrictEqual(configuration.adminDids, []);
      assert.isTrue(configuration.dataDir.startsWith("/"));
      assert.strictEqual(configuration.logLevel, LogLevel.Info);
      assert.deepStrictEqual([configuration.clientRegistration, configuration.clientRegistrationToken], ["open", null]);
      assert.deepStrictEqual(configuration.queryLimits, {
        depth: 15,
        aliases: 30,
        cost: 10_000,
        documentBytes: 100_000,
        answerBytes: 16_000_000,
        seconds: 5
      });
      assert.deepStrictEqual([configuration.persistedDocuments, configuration.persistedDocumentsOnly], [null, false]);
    })
  );

  it.effect("reads every variable", () =>
    Effect.gen(function* () {
      const first = Redacted.value(yield* generateSigningKey);
      const second = Redacted.value(yield* generateSigningKey);
      const configuration = yield* load({
        ...(yield* production),
        OAUTH_SIGNING_KEY: `${first},${second}`,
        EXTERNAL_BASE_URL: "https://Tidemark.example.com/",
        SECRET_KEY_BASE: `${"a".repeat(32)}, ${"b".repeat(40)}`,
        HOST: "0.0.0.0",
        PORT: "0",
        TRUST_PROXY: "2",
        REQUIRE_DPOP_NONCE: "true",
        RATE_LIMIT_PER_ADDRESS: "100",
        RATE_LIMIT_PER_CLIENT: "off",
        DATABASE_URL: "postgres://u:p@db/tidemark",
        ADMIN_DIDS: "did:plc:ewvi7nxzyoun6zhxrhs64oiz, did:web:example.com",
        HANDLE_RESOLVER_URL: "https://resolver.example.com/",
        INDEXED_FIELDS: "com.example.post:title, com.example.post:createdAt:desc",
        QUERY_DEPTH_LIMIT: "12",
        QUERY_ALIAS_LIMIT: "0",
        QUERY_COST_LIMIT: "5000",
        QUERY_DOCUMENT_BYTES: "50000",
        QUERY_ANSWER_BYTES: "1000000",
        QUERY_TIMEOUT_SECONDS: "2",
        SUBSCRIPTION_CONNECTIONS: "5000",
        SUBSCRIPTION_CONNECTIONS_PER_ADDRESS: "50",
        SUBSCRIPTION_OPERATIONS_PER_CONNECTION: "20",
        SUBSCRIPTION_BUFFER_BYTES: "100000",
        SUBSCRIPTION_RETENTION_HOURS: "24",
        PERSISTED_DOCUMENTS: import.meta.filename,
        LEXICON_DIR: import.meta.dirname,
        PERSISTED_DOCUMENTS_ONLY: "TRUE",
        BLOB_LIMIT: "1000000",
        CLIENT_REGISTRATION: "closed",
        CLIENT_REGISTRATION_TOKEN: "t".repeat(32),
        PUBLIC_BEARER_CLIENTS: "read",
        LOG_LEVEL: "Debug"
      });
      assert.strictEqual(configuration.blobLimit, 1_000_000);
      assert.strictEqual(configuration.clientRegistration, "closed");
      assert.strictEqual(configuration.publicBearerClients, "read");
      assert.deepStrictEqual(configuration.clientRegistrationToken, Redacted.make("t".repeat(32)));
      assert.deepStrictEqual(configuration.queryLimits, {
        depth: 12,
        aliases: 0,
        cost: 5000,
        documentBytes: 50_000,
        answerBytes: 1_000_000,
        seconds: 2
      });
      assert.strictEqual(configuration.subscriptionRetentionHours, 24);
      assert.deepStrictEqual(configuration.liveLimits, {
        connections: 5000,
        connectionsPerAddress: 50,
        operationsPerConnection: 20,
        bufferBytes: 100_000
      });
      assert.strictEqual(configuration.persistedDocuments, import.meta.filename);
      assert.strictEqual(configuration.lexiconDir, import.meta.dirname);
      assert.isTrue(configuration.persistedDocumentsOnly);
      assert.deepStrictEqual(configuration.indexedFields, [
        { collection: "com.example.post", field: "title", purpose: "filter" },
        { collection: "com.example.post", field: "createdAt", purpose: "desc" }
      ]);
      assert.strictEqual(configuration.baseUrl, "https://tidemark.example.com");
      assert.strictEqual(configuration.upstreamClient, "confidential");
      assert.strictEqual(configuration.signingKeys.length, 2);
      const opening = configuration.secrets.map(Redacted.value);
      assert.deepStrictEqual(opening.slice(0, 2), ["a".repeat(32), "b".repeat(40)]);
      const derived = yield* load({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY: first });
      assert.include(opening, Redacted.value(derived.secrets[0]), "the signing key still decrypts");
      assert.deepStrictEqual([configuration.port, configuration.trustedProxies], [0, 2]);
      assert.isTrue(configuration.requireDpopNonce);
      assert.deepStrictEqual(configuration.rateLimits, { perAddress: 100, perClient: null, failures: 30 });
      const networks = yield* load({
        AUDIT_SIGNING_KEY,
        OAUTH_SIGNING_KEY: first,
        TRUST_PROXY: "10.0.0.0/8, ::1 fd00::/8"
      });
      assert.deepStrictEqual(networks.trustedProxies, ["10.0.0.0/8", "::1", "fd00::/8"]);
      assert.deepEqual<ReadonlyArray<string>>(configuration.adminDids, [
        "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
        "did:web:example.com"
      ]);
      assert.strictEqual(configuration.handleResolverUrl, "https://resolver.example.com");
      assert.strictEqual(configuration.logLevel, LogLevel.Debug);
    })
  );

  it.effect("encrypts with the signing keys if there is no secret, in every form of the key", () =>
    Effect.gen(function* () {
      const key = Redacted.value(yield* generateSigningKey);
      const one = yield* load({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY: key });
      const same = yield* load({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY: Redacted.value(one.signingKeys[0].jwk) });
      assert.strictEqual(Redacted.value(one.secrets[0]), Redacted.value(same.secrets[0]));
      assert.isAtLeast(Redacted.value(one.secrets[0]).length, 43);
    })
  );

  it.effect("reports every invalid variable in one line each, without values", () =>
    Effect.gen(function* () {
      const wrong = {
        NODE_ENV: "prod",
        OAUTH_SIGNING_KEY: "sekret-1",
        EXTERNAL_BASE_URL: "ftp://sekret-2",
        SECRET_KEY_BASE: "sekret-3",
        PORT: "sekret-4",
        TRUST_PROXY: "10.0.0.0/33",
        REQUIRE_DPOP_NONCE: "yes",
        RATE_LIMIT_PER_ADDRESS: "0",
        RATE_LIMIT_FAILURES: "many",
        DATABASE_URL: "mysql://sekret-5",
        ADMIN_DIDS: "sekret-6",
        PLC_DIRECTORY_URL: "sekret-7",
        QUERY_DEPTH_LIMIT: "1",
        QUERY_ALIAS_LIMIT: "1001",
        QUERY_COST_LIMIT: "0",
        QUERY_DOCUMENT_BYTES: "100kB",
        QUERY_ANSWER_BYTES: "sekret-9",
        QUERY_TIMEOUT_SECONDS: "0.5",
        SUBSCRIPTION_CONNECTIONS: "0",
        SUBSCRIPTION_CONNECTIONS_PER_ADDRESS: "-1",
        SUBSCRIPTION_OPERATIONS_PER_CONNECTION: "sekret-11",
        SUBSCRIPTION_BUFFER_BYTES: "1MB",
        SUBSCRIPTION_RETENTION_HOURS: "0",
        PERSISTED_DOCUMENTS_ONLY: "sekret-10",
        LOG_LEVEL: "sekret-8"
      };
      const lines = yield* problems(wrong);
      assert.sameMembers(
        lines.map((line) => line.split(" ")[0] ?? ""),
        Object.keys(wrong)
      );
      for (const line of lines) {
        assert.notInclude(line, "\n");
        assert.notInclude(line, "sekret");
        assert.match(line, /; example: [A-Z_]+=/);
      }
    })
  );

  it.effect("refuses a dictionary of a Jetstream that does not exist", () =>
    Effect.gen(function* () {
      const OAUTH_SIGNING_KEY = Redacted.value(yield* generateSigningKey);
      const lines = yield* problems({
        AUDIT_SIGNING_KEY,
        OAUTH_SIGNING_KEY,
        JETSTREAM_ZSTD_DICTIONARY: "/nonexistent"
      });
      assert.deepStrictEqual(lines, [
        "JETSTREAM_ZSTD_DICTIONARY /nonexistent: does not exist: correct the path; example: JETSTREAM_ZSTD_DICTIONARY=./zstd_dictionary"
      ]);
    })
  );

  it.effect("refuses PERSISTED_DOCUMENTS_ONLY without documents", () =>
    Effect.gen(function* () {
      const OAUTH_SIGNING_KEY = Redacted.value(yield* generateSigningKey);
      const lines = yield* problems({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, PERSISTED_DOCUMENTS_ONLY: "true" });
      assert.match(lines.join(), /^PERSISTED_DOCUMENTS_ONLY is true, .*; example: PERSISTED_DOCUMENTS=/);
    })
  );

  it.scoped("names the file or folder that does not exist, with the variable and an example", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      const OAUTH_SIGNING_KEY = Redacted.value(yield* generateSigningKey);
      const nowhere = join(folder, "nowhere");
      assert.deepStrictEqual(
        yield* problems({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, LEXICON_DIR: nowhere, PERSISTED_DOCUMENTS: nowhere }),
        [
          `LEXICON_DIR ${nowhere}: does not exist: correct the path; example: LEXICON_DIR=./lexicons`,
          `PERSISTED_DOCUMENTS ${nowhere}: does not exist: correct the path; example: PERSISTED_DOCUMENTS=./persisted-documents.json`
        ]
      );
      const [file] = yield* problems({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, LEXICON_DIR: import.meta.filename });
      assert.match(file, /^LEXICON_DIR .*: is not a folder: name a folder; example: LEXICON_DIR=/);
    })
  );

  it.effect("requires in production what development generates or permits", () =>
    Effect.gen(function* () {
      const missing = yield* problems({ NODE_ENV: "production" });
      assert.sameMembers(
        missing.map((line) => line.split(" ")[0] ?? ""),
        ["EXTERNAL_BASE_URL", "OAUTH_SIGNING_KEY", "AUDIT_SIGNING_KEY"]
      );
      const good = yield* production;
      for (const EXTERNAL_BASE_URL of [
        "http://127.0.0.1:8080",
        "http://tidemark.example.com",
        "https://a.example:8443"
      ]) {
        assert.match(
          (yield* problems({ ...good, EXTERNAL_BASE_URL })).join(),
          /^EXTERNAL_BASE_URL must .* in production/
        );
      }
    })
  );

  it.effect("refuses a base URL that is not an origin, or that no PDS would redirect to", () =>
    Effect.gen(function* () {
      const OAUTH_SIGNING_KEY = Redacted.value(yield* generateSigningKey);
      const wrong = [
        "http://localhost:8080",
        "http://192.168.1.2:8080",
        "https://a.example/path",
        "https://a.example/?q",
        "https://a.example/#f",
        "https://u:p@a.example",
        "a.example"
      ];
      for (const EXTERNAL_BASE_URL of wrong) {
        assert.match(
          (yield* problems({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, EXTERNAL_BASE_URL })).join(),
          /^EXTERNAL_BASE_URL /
        );
      }
      assert.match(
        (yield* problems({ AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, PORT: "0" })).join(),
        /^EXTERNAL_BASE_URL is missing/
      );
    })
  );

  it.scoped("generates a key for development once, for its owner only", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      const DATA_DIR = join(folder, "data");
      const [first, second] = [yield* load({ DATA_DIR }), yield* load({ DATA_DIR })];
      assert.strictEqual(first.signingKeys[0].kid, second.signingKeys[0].kid);
      assert.deepStrictEqual(first.auditKeys[0].publicKey, second.auditKeys[0].publicKey);
      const file = join(DATA_DIR, "keys", "signing-key.pem");
      const modes = yield* Effect.promise(async () => [
        (await stat(file)).mode,
        (await stat(join(DATA_DIR, "keys"))).mode
      ]);
      assert.deepStrictEqual(
        modes.map((mode) => mode & 0o777),
        [0o600, 0o700]
      );
      assert.include(yield* Effect.promise(() => readFile(file, "utf8")), "BEGIN PRIVATE KEY");
    })
  );

  it.scoped("generates one key when many processes start with an empty DATA_DIR at once", () =>
    Effect.gen(function* () {
      const DATA_DIR = join(yield* temporaryFolder, "data");
      const loaded = yield* Effect.all(
        Array.from({ length: 20 }, () => load({ DATA_DIR })),
        { concurrency: "unbounded" }
      );
      assert.strictEqual(new Set(loaded.map(({ signingKeys: [key] }) => key.kid)).size, 1);
      const files = yield* Effect.promise(() => readdir(join(DATA_DIR, "keys")));
      assert.deepStrictEqual(files.toSorted(), ["audit-signing-key.pem", "signing-key.pem"]);
    })
  );

  it.scoped("generates no key while another variable is invalid", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      const DATA_DIR = join(folder, "data");
      yield* problems({ DATA_DIR, PORT: "x" });
      assert.isFalse(
        yield* Effect.promise(() =>
          stat(DATA_DIR).then(
            () => true,
            () => false
          )
        )
      );
    })
  );

  it.scoped("names the file of a damaged key, and a folder that cannot be written to", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      yield* load({ DATA_DIR: folder });
      const file = join(folder, "keys", "signing-key.pem");
      yield* Effect.promise(() => writeFile(file, "sekret"));
      const [damaged] = yield* problems({ DATA_DIR: folder });
      assert.include(damaged, file);
      assert.notInclude(damaged, "sekret");
      const [unwritable] = yield* problems({ DATA_DIR: join(file, "below") });
      assert.match(unwritable, /^DATA_DIR .*ENOTDIR/);
    })
  );
});
