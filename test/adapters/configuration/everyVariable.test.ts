import { readdirSync, readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { describedSettings } from "../../../src/adapters/configuration/describedSettings.ts";
import { loadConfiguration } from "../../../src/adapters/configuration/loadConfiguration.ts";
import { type Environment, readVariable } from "../../../src/adapters/configuration/variables/Variable.ts";
import { everyVariable, variableNames } from "../../../src/adapters/configuration/variables/variableNames.ts";
import { generateAuditKey } from "../../../src/adapters/crypto/auditKeys.ts";
import { generateSigningKey } from "../../../src/adapters/jose/generateSigningKey.ts";
import { verifierKey, verifierKeyText } from "../../../src/domain/transparency/VerifierKey.ts";
import { signingKeyReader as keys } from "../../../src/main/signingKeyReader.ts";

const root = new URL("../../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");
const sorted = (names: Iterable<string>) => [...names].sort();

/** The names of the variables that a start reads. */
const namesRead = Effect.gen(function* () {
  const OAUTH_SIGNING_KEY = Redacted.value(yield* generateSigningKey);
  const names = new Set<string>();
  const environment: Environment = new Proxy<Environment>(
    { OAUTH_SIGNING_KEY, AUDIT_SIGNING_KEY: Redacted.value(yield* generateAuditKey) },
    {
      get: (target, name) => {
        names.add(String(name));
        return target[String(name)];
      }
    }
  );
  yield* loadConfiguration(environment, keys);
  return names;
});

/** Variables that `docker-compose.yml` sets itself: the address, folder and database of the container. */
const setByCompose = ["DATABASE_URL", "DATA_DIR", "HOST", "PORT"];

const documented = text("README.md")
  .split("\n## Configuration\n")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name));

const composed = new Map(
  [...(text("docker-compose.yml").split("\n  postgres:\n")[0] ?? "").matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const
  )
);

describe("every variable", () => {
  it.effect("that the configuration reads is listed in the settings, the README and .env.example; no other is", () =>
    Effect.gen(function* () {
      const read = sorted(yield* namesRead);
      assert.isAbove(read.length, 30);
      assert.deepStrictEqual(sorted(variableNames), read);
      assert.deepStrictEqual(sorted(describedSettings.map(({ name }) => name)), read);
      assert.deepStrictEqual(sorted(documented ?? []), read);
      const example = text(".env.example");
      for (const name of read) {
        const isSet = new RegExp(`^(?:# )?${name}=`, "m").test(example);
        assert.isTrue(setByCompose.includes(name) ? example.includes(name) : isSet, `${name} in .env.example`);
      }
    })
  );

  it("of the README is passed to the service by docker-compose.yml", () => {
    assert.deepStrictEqual(sorted(composed.keys()), sorted(documented ?? []));
    for (const [name, value] of composed)
      if (!setByCompose.includes(name)) assert.include(value, `\${${name}:`, `${name} is passed as it is set`);
  });

  it("is used outside of the configuration", () => {
    const members = [...text("src/adapters/configuration/Configuration.ts").matchAll(/^ {2}readonly (\w+):/gm)];
    assert.isAbove(members.length, 25);
    const sources = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.startsWith("adapters/configuration/"))
      .map((path) => text(`src/${path}`))
      .join("\n");
    for (const [, member = ""] of members) assert.match(sources, new RegExp(`\\b${member}\\b`), `${member} is used`);
  });

  it("has a sentence of description, and is a secret if it holds one", () => {
    for (const { description } of describedSettings) assert.match(description, /^[A-Za-z].*\.$/);
    const secrets = describedSettings.filter(({ secret }) => secret).map(({ name }) => name);
    assert.deepStrictEqual(secrets.sort(), [
      "AUDIT_ANCHOR_PASSWORD",
      "AUDIT_SIGNING_KEY",
      "CLIENT_REGISTRATION_TOKEN",
      "DATABASE_READ_URL",
      "DATABASE_URL",
      "METRICS_TOKEN",
      "OAUTH_SIGNING_KEY",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
      "SECRET_KEY_BASE",
      "TAP_PASSWORD",
      "WEBHOOK_SECRET",
      "WEBHOOK_URL"
    ]);
  });
});

const secret = "s".repeat(32);

interface Values {
  readonly good: ReadonlyArray<string>;
  /** The values that a start refuses. */
  readonly wrong: ReadonlyArray<string>;
}

const numbers = ["x", "-1", "1.5", "1e3", "0x10", "1_000", "1,000", "10 000", "１０", "NaN", "true"];
const endpoints: Values = {
  good: ["http://127.0.0.1:4318", "https://otlp.example/otlp/", "http://collector:4318"],
  wrong: ["collector:4318", "grpc://a.example", "https://u:p@a.example", "http://a.example/?x", "http://a b"]
};
const pairs: Values = { good: ["a=b", "a=b, c=d%2C", "a=b=c"], wrong: ["a", "=b", "a=b,", "a=%", ","] };
const protocols: Values = { good: ["http/protobuf", "http/json"], wrong: ["grpc", "http", "json", "HTTP/JSON"] };
const switches: Values = {
  good: ["true", "false", "TRUE", "False"],
  wrong: ["1", "0", "yes", "on", "off", "tru", "true,", '"true"']
};
const limit = (good: string): Values => ({ good: [good], wrong: [...numbers, "0", "999999999999"] });
const rate: Values = { good: ["1", "off"], wrong: [...numbers, "0", "none", "OFF", "10000001"] };
const anyPath: Values = { good: ["./here", "/tmp/there"], wrong: [] };

/** The values of every variable that are accepted, and those that are refused. */
/** A verifier key that signs notes (1) or cosignatures (4). */
const vkey = (name: string, type: "note" | "cosignature") =>
  verifierKeyText(verifierKey(name, new Uint8Array(32).fill(7), type));
const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const otherWebhookSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDNlXmYnPQ";
const witness = `https://witness.example#${vkey("witness.example", "cosignature")}`;

const values = (key: string, auditKey: string): Readonly<Record<string, Values>> => ({
  NODE_ENV: { good: ["production", "development", "test"], wrong: ["prod", "Production", "true"] },
  EXTERNAL_BASE_URL: {
    good: ["https://a.example", "https://A.example/", "http://127.0.0.1:8080", "http://[::1]:8080"],
    wrong: [
      "a.example",
      "https:a.example",
      "https:/a.example",
      "https:\\\\a.example",
      "https://a.ex\tample",
      "https://a.example /",
      "https://a.example,https://b.example",
      "https://a.example/path",
      "https://a.example?",
      "https://a.example#",
      "https://u@a.example",
      "http://a.example",
      "http://localhost:8080",
      "wss://a.example"
    ]
  },
  EXTERNAL_BASE_URL_BEFORE: {
    good: ["https://a.example", "https://a.example/"],
    wrong: [
      "http://a.example",
      "http://127.0.0.1:8080",
      "https://a.example/ ./",
      "https://a.example https://b.example",
      "https://a. example",
      "https://a.example/path",
      "https://a.example?",
      "a.example",
      "none"
    ]
  },
  OAUTH_SIGNING_KEY: { good: [key], wrong: ["zNoKey", `${key},`, `,${key}`, `${key},${key}`, ",", "true"] },
  AUDIT_SIGNING_KEY: {
    good: [auditKey],
    wrong: ["zNoKey", key, `${auditKey},`, `,${auditKey}`, `${auditKey},${auditKey}`, ",", "true"]
  },
  AUDIT_WITNESSES: {
    good: [
      witness,
      `${witness}, http://127.0.0.1:8090/path/#${vkey("other.example/w1", "cosignature")}`,
      `http://localhost:8090#${vkey("a", "cosignature")}`
    ],
    wrong: [
      "https://witness.example",
      "https://witness.example#",
      `http://witness.example#${vkey("witness.example", "cosignature")}`,
      `witness.example#${vkey("witness.example", "cosignature")}`,
      `https://witness.example#${vkey("log.example/log", "note")}`,
      `${witness},`,
      `${witness},${witness}`,
      witness.replace("+", "x+"),
      witness.slice(0, -4),
      `${witness}#`
    ]
  },
  WEBHOOK_URL: {
    good: ["https://hooks.example.com/a?token=b", "http://127.0.0.1:3000", "http://localhost:3000/hook"],
    wrong: [
      "hooks.example.com",
      "http://hooks.example.com",
      "https://user:password@hooks.example.com",
      "https://hooks.example.com/#a",
      "https://hooks.example.com/?a b",
      "ftp://hooks.example.com"
    ]
  },
  WEBHOOK_SECRET: {
    good: [webhookSecret, `${webhookSecret},${otherWebhookSecret}`, `${webhookSecret} ${otherWebhookSecret}`],
    wrong: [
      webhookSecret.replace("whsec_", ""),
      webhookSecret.slice(0, 30),
      `whsec_${"A".repeat(32)}`,
      `whsec_${"AbCd".repeat(12)}`,
      `${webhookSecret}!`,
      `${webhookSecret},`,
      `${webhookSecret},${webhookSecret}`,
      `whsec_${"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".repeat(3)}`,
      "whsec_",
      "password"
    ]
  },
  WEBHOOK_EVENTS: {
    good: ["admin.added", "admin.added, refusals.started"],
    wrong: ["admin", "admin.add", "admin.added,", "webhook.test", "all"]
  },
  AUDIT_ANCHORS: {
    good: [
      "file:///mnt/worm/tidemark.log",
      "file:///a%20b.log, atproto://did:plc:ewvi7nxzyoun6zhxrhs64oiz",
      "atproto://did:web:log.example"
    ],
    wrong: [
      "/mnt/worm/tidemark.log",
      "file://mnt/worm/tidemark.log",
      "file:///mnt/worm/",
      "file:///a.log?x",
      "https://a.example",
      "atproto://alice.example",
      "at://did:web:log.example",
      "file:///a.log,",
      "atproto://did:web:a.example,atproto://did:web:b.example"
    ]
  },
  AUDIT_ANCHOR_PASSWORD: { good: ["abcd-efgh-ijkl-mnop"], wrong: [] },
  AUDIT_RETENTION: {
    good: ["access:30d", "access:90d,writes:1y", "indexing:100y access:365d"],
    wrong: [
      "access",
      "access:29d",
      "access:101y",
      "access:90",
      "access:-1d",
      "access:1.5y",
      "access:3m",
      "logins:90d",
      "access:90d,",
      "access:90d,access:1y"
    ]
  },
  AUDIT_ARCHIVES: anyPath,
  LABELERS: {
    good: ["did:plc:ar7c4by46qjdydhdevvrndac", "did:plc:ar7c4by46qjdydhdevvrndac, did:web:labeler.example.com"],
    wrong: [
      "labeler.example.com",
      "did:plc:short",
      "did:key:zabc",
      "did:web:labeler.example.com,",
      "did:web:labeler.example.com,did:web:labeler.example.com",
      Array.from({ length: 51 }, (_, at) => `did:web:labeler${at}.example.com`).join()
    ]
  },
  SECRET_KEY_BASE: {
    good: [secret, `${secret}, ${"t".repeat(40)}`],
    wrong: ["short", `${secret},`, `${secret},,${secret}`, `${secret},short`]
  },
  HOST: {
    good: ["0.0.0.0", "::", "::1", "localhost", "my_host", "a.example"],
    wrong: ["0.0.0.0:8080", "[::1]", "http://a.example", "a b", "a.example,b.example", "-a", "a..b", "*"]
  },
  PORT: { good: ["0", "1", "65535"], wrong: [...numbers, "65536", "8080/tcp", ":8080"] },
  SHUTDOWN_DELAY_SECONDS: { good: ["0", "10", "300"], wrong: [...numbers, "-1", "301", "10s"] },
  WORKERS: { good: ["1", "64", "auto", "Auto"], wrong: [...numbers, "0", "65", "all", "auto,"] },
  TRUST_PROXY: {
    good: ["0", "16", "10.0.0.0/8", "10.0.0.0/8, ::1 fd00::/8"],
    wrong: ["17", "-1", "true", "10.0.0.0/8,,::1", "10.0.0.0/8,", ",", "10.0.0.0/33", "10.0.0.0/", "all", "1.5"]
  },
  RATE_LIMIT_PER_ADDRESS: rate,
  RATE_LIMIT_PER_CLIENT: rate,
  RATE_LIMIT_FAILURES: rate,
  REQUIRE_DPOP_NONCE: switches,
  FOLLOW_DATABASE_CLOCK: switches,
  DATABASE_URL: {
    good: ["postgres://u:p@db/name", "postgresql://u:p%23q@db:5432/name?sslmode=require", "postgres:///name?host=/run"],
    wrong: [
      "db",
      "mysql://u:p@db/name",
      "postgres:db",
      "postgres://",
      "postgres://u:1#2@db/name",
      "postgres://u:p@db:port/x"
    ]
  },
  DATABASE_READ_URL: {
    good: ["postgres://u:p@replica/name", "postgres://u:p@one/name, postgresql://u:p%2Cq@two:5433/name"],
    wrong: [
      "replica",
      "postgres://u:p@one/name,",
      ",",
      "postgres://u:1,2@one/name",
      "postgres://u:p@one/name mysql://x/y"
    ]
  },
  WAL_ARCHIVE: anyPath,
  DATA_DIR: { ...anyPath, wrong: ["/proc/x", "/sys", "/dev/null"] },
  ADMIN_DIDS: {
    good: [
      "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
      "did:plc:ewvi7nxzyoun6zhxrhs64oiz, did:web:a.example did:web:localhost%3A80"
    ],
    wrong: [
      "did:plc:ewvi7nxzyoun6zhxrhs64oiz,,",
      "did:plc:ewvi7nxzyoun6zhxrhs64oiz,",
      ",did:web:a.example",
      ",",
      "did:plc:x",
      "did:plc:ewvi7nxzyoun6zhxrhs64oi1",
      "did:plc:EWVI7NXZYOUN6ZHXRHS64OIZ",
      "did:web:a.example:path",
      "did:key:zQ3sh",
      "alice.example",
      "@alice.example",
      "at://did:web:a.example"
    ]
  },
  PLC_DIRECTORY_URL: {
    good: ["https://plc.example", "https://plc.example/path/", "http://127.0.0.1:2582", "http://localhost:2582"],
    wrong: [
      "plc.example",
      "http://plc.example",
      "https:plc.example",
      "https://plc.example/?q",
      "https://u:p@plc.example"
    ]
  },
  HANDLE_RESOLVER_URL: {
    good: ["https://resolver.example", "http://127.0.0.1:2583"],
    wrong: ["resolver.example", "http://resolver.example", "https://a.example b", "ftp://a.example"]
  },
  LEXICON_DIR: anyPath,
  INDEXED_FIELDS: {
    good: ["com.example.post:title", "com.example.post:title, com.example.post:createdAt:desc"],
    wrong: ["com.example.post", "com.example.post:title,", "a:b", "com.example.post:title:up", ",", "true"]
  },
  PERSISTED_DOCUMENTS: anyPath,
  PERSISTED_DOCUMENTS_ONLY: switches,
  QUERY_DEPTH_LIMIT: limit("15"),
  QUERY_ALIAS_LIMIT: { good: ["0", "30"], wrong: [...numbers, "1001"] },
  QUERY_COST_LIMIT: limit("10000"),
  QUERY_DOCUMENT_BYTES: limit("100000"),
  QUERY_ANSWER_BYTES: limit("16000000"),
  QUERY_TIMEOUT_SECONDS: limit("5"),
  SUBSCRIPTION_CONNECTIONS: limit("10000"),
  SUBSCRIPTION_CONNECTIONS_PER_ADDRESS: limit("1000"),
  SUBSCRIPTION_OPERATIONS_PER_CONNECTION: limit("100"),
  SUBSCRIPTION_BUFFER_BYTES: limit("1048576"),
  SUBSCRIPTION_RETENTION_HOURS: limit("72"),
  RETIRED_KEYS: {
    good: ["Wm1rX2V4YW1wbGU", "Wm1rX2V4YW1wbGU, aaaaaaaaaaaa"],
    wrong: ["short", "a b", "Wm1rX2V4YW1wbGU,,x"]
  },
  BACKFILL: switches,
  BACKFILL_CONCURRENCY: limit("2"),
  BACKFILL_MAX_BYTES: limit("536870912"),
  SYNC_SOURCE: { good: ["off", "jetstream", "firehose", "tap"], wrong: ["on", "Tap", "true", "relay", "tap,firehose"] },
  JETSTREAM_URL: {
    good: ["ws://127.0.0.1:6008/subscribe", "wss://jetstream.example/subscribe/"],
    wrong: [
      "jetstream.example",
      "https://a.example/subscribe",
      "wss://a.example",
      "wss://a.example/subscribe?compress=1"
    ]
  },
  JETSTREAM_ZSTD_DICTIONARY: anyPath,
  RELAY_URL: {
    good: ["wss://relay.example", "ws://localhost:2583", "wss://relay.example/"],
    wrong: ["relay.example", "https://relay.example", "wss://relay.example/xrpc", "wss://u:p@relay.example"]
  },
  TAP_URL: {
    good: ["http://127.0.0.1:2480", "https://tap.example"],
    wrong: ["ws://127.0.0.1:2480", "127.0.0.1:2480", "http://127.0.0.1:2480/channel", "http://admin:x@127.0.0.1:2480"]
  },
  TAP_PASSWORD: { good: ["x", "a long one with spaces"], wrong: [] },
  SYNC_AUTHORITIES: {
    good: ["*", "xyz.statusphere", "xyz.statusphere, com.example.app", "app.bsky.feed.post"],
    wrong: ["xyz.statusphere,,a.b", "xyz.statusphere.*", ",", "Xyz!", ".", "xyz.", "*,a.b"]
  },
  SYNC_IDLE_SECONDS: { good: ["1", "86400"], wrong: [...numbers, "0", "86401", "60s"] },
  BLOB_LIMIT: limit("52428800"),
  CLIENT_REGISTRATION: { good: ["open", "closed"], wrong: ["Open", "true", "off", "closed,"] },
  CLIENT_REGISTRATION_TOKEN: { good: [secret], wrong: ["short", `${secret} ${secret}`, `${secret},`] },
  PUBLIC_BEARER_CLIENTS: { good: ["off", "read", "write"], wrong: ["on", "true", "Read", "read,write"] },
  LOG_LEVEL: { good: ["info", "Debug", "none"], wrong: ["verbose", "4", "warn"] },
  LOG_FORMAT: { good: ["json", "logfmt"], wrong: ["text", "JSON", "true"] },
  METRICS_PORT: { good: ["0", "9464", "65535"], wrong: [...numbers, "65536", ":9464"] },
  METRICS_TOKEN: { good: [secret], wrong: ["short", `${secret} ${secret}`, `${secret},`] },
  OTEL_SDK_DISABLED: switches,
  OTEL_TRACES_EXPORTER: { good: ["otlp", "none"], wrong: ["console", "jaeger", "OTLP", "otlp,console"] },
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoints,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoints,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: { ...pairs, wrong: [...pairs.wrong, "a b=c", "a=%0A", "a=ä"] },
  OTEL_EXPORTER_OTLP_PROTOCOL: protocols,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocols,
  OTEL_SERVICE_NAME: { good: ["tidemark", "a name with spaces"], wrong: [] },
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: {
    good: ["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_traceidratio"],
    wrong: ["jaeger_remote", "xray", "on", "0.1", "ALWAYS_ON"]
  },
  OTEL_TRACES_SAMPLER_ARG: { good: ["0", "1", "0.1", ".5", "1.0"], wrong: ["x", "-1", "1.5", "1e-3", "10%", "2"] }
});

describe("the values of every variable", () => {
  it.effect("are accepted with spaces around them, and refused if blank or of another kind", () =>
    Effect.gen(function* () {
      const cases = values(Redacted.value(yield* generateSigningKey), Redacted.value(yield* generateAuditKey));
      assert.deepStrictEqual(sorted(Object.keys(cases)), sorted(variableNames));
      for (const variable of everyVariable(false, keys)) {
        const { name } = variable;
        const of = (value: string) => readVariable<unknown>({ [name]: value }, variable);
        assert.deepStrictEqual(of(""), readVariable<unknown>({}, variable), `${name} may be empty`);
        for (const value of cases[name]?.good ?? []) {
          assert.isTrue(Either.isRight(of(value)), `${name}=${value} is read`);
          assert.isTrue(Either.isRight(of(` ${value}\n`)), `${name}=${value} is read with spaces around it`);
        }
        for (const value of [" ", "\t \n", ...(cases[name]?.wrong ?? [])]) {
          const problem = Either.getOrElse(Either.flip(of(value)), () => `${name}=${value} was read`);
          assert.match(problem, new RegExp(`^${name} [^\n]+; example: ${name}=\\S`));
        }
        if (!variable.example.includes("…") && !variable.example.startsWith("$("))
          assert.isTrue(Either.isRight(of(variable.example)), `the example of ${name} is read`);
      }
    })
  );
});
