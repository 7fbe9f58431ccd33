import { readFile } from "node:fs/promises";
import { arch, cpus, homedir, hostname, platform, release, totalmem } from "node:os";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import manifest from "../../../package.json" with { type: "json" };
import type { BundlePart } from "../../adapters/cli/doctor/SupportBundle.ts";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { describedSettings } from "../../adapters/configuration/describedSettings.ts";
import { settingsOfBundle } from "../../adapters/configuration/settingsOfBundle.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import { concurrentChecks, runCheck } from "../../application/instance/runCheck.ts";
import { scrubText } from "../../application/instance/scrubText.ts";
import { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import { databaseFigures } from "./databaseFigures.ts";
import { doctorChecks, load } from "./doctorChecks.ts";
import { addressesOf } from "./instanceChecks.ts";

type Content = BundlePart["content"];

const lastLines = 500;
const partTimeout = "60 seconds";
const scrapeBytes = 4_000_000;

const text = (content: string): Content => ({ _tag: "Text", text: content });
const missing = (reason: string): Content => ({ _tag: "Missing", reason });
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The values of variables that are secrets, each item of their lists, and the password in the address of a database. */
const secretsOf = (environment: NodeJS.ProcessEnv): ReadonlyArray<string> =>
  describedSettings.flatMap(({ name, secret = false }) => {
    const value = environment[name] ?? "";
    return secret ? [value, ...value.split(/[\s,]+/), URL.parse(value)?.password ?? ""] : [];
  });

const versions = json({
  tidemark: manifest.version,
  node: process.versions.node,
  openssl: process.versions.openssl,
  platform: platform(),
  release: release(),
  arch: arch(),
  processors: cpus().length,
  memoryMiB: Math.round(totalmem() / 2 ** 20)
});

const shown = (configuration: Configuration | null): string =>
  json(
    Object.fromEntries(
      describedSettings.map(({ name, show }) => {
        const isSet = (process.env[name] ?? "").trim() !== "";
        const value = settingsOfBundle.has(name) && configuration !== null ? show(configuration) : undefined;
        return [name, value === undefined ? { isSet } : { isSet, value }];
      })
    )
  );

const findings = Effect.gen(function* () {
  const all = yield* doctorChecks;
  const found = yield* Effect.forEach(all, runCheck, { concurrency: concurrentChecks });
  return text(json(found.map(({ detail, name, remedy, status }) => ({ name, status, detail, remedy }))));
});

const outbound = OutboundHttpUndici.layer({ allowLoopback: true, completeWithin: 5_000 });

/** Scrapes the running service as Prometheus would. */
const metrics = Effect.fnUntraced(function* (configuration: Configuration) {
  const { metricsPort, metricsToken } = configuration;
  if (metricsPort === null && metricsToken === null) return missing("METRICS_PORT and METRICS_TOKEN are not set");
  const [address = configuration.baseUrl] = addressesOf({ ...configuration, port: metricsPort ?? configuration.port });
  const { send } = yield* OutboundHttp;
  const headers = metricsToken === null ? {} : { authorization: `Bearer ${Redacted.value(metricsToken)}` };
  const { body, status } = yield* send({ method: "GET", url: `${address}/metrics`, headers, maxBytes: scrapeBytes });
  return status === 200 ? text(body) : missing(`the service responded with status ${status}`);
}, Effect.provide(outbound));

const lines = (path: string | null): Effect.Effect<Content> =>
  path === null
    ? Effect.succeed(missing("name the file with --log"))
    : Effect.tryPromise(() => readFile(path, "utf8")).pipe(
        Effect.map((content) => text(`${content.trimEnd().split("\n").slice(-lastLines).join("\n")}\n`)),
        Effect.orElseSucceed(() => missing("the file cannot be read"))
      );

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause);
  return error instanceof Error && error.message !== "" ? error.message : "it could not be collected";
};

/** Collects one part. What fails or takes too long is missing, and the others are not. */
const part = <E>(
  scrub: (text: string) => string,
  [name, about, collect]: readonly [name: string, about: string, collect: Effect.Effect<Content, E>]
): Effect.Effect<BundlePart> =>
  collect.pipe(
    Effect.timeoutTo({
      duration: partTimeout,
      onSuccess: (content) => content,
      onTimeout: () => missing(`it took more than ${partTimeout}`)
    }),
    Effect.catchAllCause((cause) => Effect.succeed(missing(messageOf(cause)))),
    Effect.map((content) => ({
      name,
      about,
      content: content._tag === "Text" ? text(scrub(content.text)) : missing(scrub(content.reason))
    }))
  );

/** Collects the parts of a support bundle from the environment of this process, the database and the running service. */
export const collectBundle = Effect.fnUntraced(function* (log: string | null) {
  const loaded = yield* load;
  const configuration = Either.match(loaded, { onLeft: () => null, onRight: (found) => found.configuration });
  const invalid = Effect.succeed(missing("the configuration is invalid, see doctor.json"));
  const figures = yield* Effect.cached(databaseFigures);
  const reported = yield* Effect.catchAllCause(
    Effect.map(figures, ({ machines }) => machines),
    () => Effect.succeed([])
  );
  const scrub = scrubText({
    secrets: secretsOf(process.env),
    home: homedir(),
    machines: [hostname(), ...reported]
  });
  const ofDatabase = (name: keyof Effect.Effect.Success<typeof databaseFigures>) =>
    Effect.map(figures, (found) => text(json(found[name])));
  return yield* Effect.all(
    [
      part(scrub, ["versions.json", "versions, platform, processors and memory", Effect.succeed(text(versions))]),
      part(scrub, [
        "settings.json",
        "settings: which are set, and harmless values",
        Effect.succeed(text(shown(configuration)))
      ]),
      part(scrub, ["doctor.json", "what tidemark doctor finds", findings]),
      part(scrub, ["health.json", "problems, requests and processes of the last hour", ofDatabase("health")]),
      part(scrub, ["log.json", "head of the event log and its latest checkpoint", ofDatabase("log")]),
      part(scrub, ["migrations.json", "migrations: the last applied one, and pending ones", ofDatabase("migrations")]),
      part(scrub, ["tables.json", "sizes of the database and its tables", ofDatabase("tables")]),
      part(scrub, [
        "metrics.txt",
        "metrics of the running service",
        configuration === null ? invalid : metrics(configuration)
      ]),
      part(scrub, ["service.log", `the last ${lastLines} lines of the log`, lines(log)])
    ],
    { concurrency: 3 }
  );
});
