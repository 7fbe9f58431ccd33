import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import { clockFinding, type Fetched, fetchUrl, refusedFinding } from "../../adapters/outbound/responseFindings.ts";
import * as ProcessReportsPostgres from "../../adapters/postgres/stores/ProcessReportsPostgres.ts";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { settingsOfOneProcess } from "../../domain/health/HealthProblem.ts";
import { type ProcessReport, ProcessReports } from "../../domain/health/ProcessReports.ts";
import { isRunning } from "../../domain/health/processLiveness.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";
import { settingText } from "../serve/keyIds.ts";

const readReadiness = Schema.decodeUnknownEither(
  Schema.parseJson(
    Schema.Struct({
      status: Schema.String,
      // A process that stops, or cannot read the database, responds with its status only.
      version: Schema.optional(Schema.String),
      process: Schema.optional(Schema.NullOr(Schema.String)),
      reason: Schema.optional(Schema.String)
    })
  )
);
type Readiness = Either.Either.Right<ReturnType<typeof readReadiness>>;

/** What the checks know: the response of the process at the local address, and the processes that report. */
interface Found {
  readonly address: string;
  readonly fetched: Fetched;
  /** Null if the response is not that of a process of this service. */
  readonly readiness: Readiness | null;
  /** The running processes; null if the database cannot be read. */
  readonly processes: ReadonlyArray<ProcessReport> | null;
  readonly now: number;
}

const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::", "localhost"]);

/** Returns where a process may answer: at the address of this machine, otherwise at the public URL. */
export const addressesOf = ({
  baseUrl,
  host,
  port
}: Pick<Configuration, "baseUrl" | "host" | "port">): ReadonlyArray<string> => {
  if (wildcards.has(host) || host.startsWith("127.")) return [`http://127.0.0.1:${port}`, baseUrl];
  return host === "::1" ? [`http://[::1]:${port}`, baseUrl] : [baseUrl];
};

const runningProcesses = Effect.gen(function* () {
  if (!(yield* databaseExists)) return [];
  const list = Effect.flatMap(ProcessReports, (reports) => reports.list);
  const all = yield* withDatabase(Effect.provide(Effect.option(list), ProcessReportsPostgres.layer));
  const now = yield* Clock.currentTimeMillis;
  return all._tag === "None" ? null : all.value.filter((report) => isRunning(report, now));
}).pipe(Effect.orElseSucceed(() => null));

/** The address of this machine may be requested, also in production. */
const outbound = OutboundHttpUndici.layer({ allowLoopback: true, completeWithin: 5_000 });

const ask = (address: string) =>
  Effect.map(Effect.provide(fetchUrl(`${address}/ready`), outbound), (fetched) => ({ address, fetched }));

const findInstance = Effect.fnUntraced(function* (configuration: Configuration) {
  const answers = yield* Effect.forEach([...new Set(addressesOf(configuration))], ask, { concurrency: 2 });
  const { address, fetched } =
    answers.find((answer) => Either.isRight(answer.fetched)) ?? answers[0] ?? (yield* ask(configuration.baseUrl));
  const readiness = Either.isLeft(fetched) ? null : Either.getOrNull(readReadiness(fetched.right.body));
  // An embedded database belongs to the process that did not answer.
  const isAlone = Either.isLeft(fetched) && configuration.databaseUrl === null;
  const processes = isAlone ? [] : yield* runningProcesses;
  return { address, fetched, readiness, processes, now: yield* Clock.currentTimeMillis } satisfies Found;
});

const elsewhere = (processes: Found["processes"]): ReadonlyArray<string> => [
  ...new Set((processes ?? []).map(({ state }) => state.host))
];

const startRemedy = "start the service, or set HOST and PORT to the address where it runs";

const notOfThisService = (address: string): Finding =>
  problem(`${address}/ready is not answered by this version of the service`, "restart the service");

const unavailableFinding = (address: string, reason: string | undefined): Finding =>
  reason === undefined
    ? problem(
        `the instance at ${address} runs, and waits for the database`,
        "make the database available to it; the instance needs no restart"
      )
    : problem(`the instance at ${address} is not ready: ${reason}`, "look into its log");

const readinessFinding = (version: string, address: string, readiness: Readiness): Finding => {
  if (readiness.status === "unavailable") return unavailableFinding(address, readiness.reason);
  if (readiness.status === "stopping") return skipped(`the instance at ${address} is stopping`);
  if (readiness.status !== "ready" || readiness.version === undefined) return notOfThisService(address);
  return readiness.version === version
    ? ok(`version ${version} runs at ${address}`)
    : problem(
        `version ${readiness.version} runs at ${address}, and this is version ${version}`,
        "restart the service, or run the command of its version"
      );
};

const instanceFinding =
  (version: string) =>
  ({ address, fetched, processes, readiness }: Found): Finding => {
    if (Either.isLeft(fetched)) {
      const hosts = elsewhere(processes);
      if (hosts.length === 0 && fetched.left.reason === "address-refused") return refusedFinding(address);
      return hosts.length === 0
        ? problem(`no instance answers at ${address}`, startRemedy)
        : skipped(`no instance answers at ${address}; one runs on ${hosts.join(", ")}`);
    }
    return readiness === null ? notOfThisService(address) : readinessFinding(version, address, readiness);
  };

const settingsFinding =
  (settings: Readonly<Record<string, string>>) =>
  ({ processes, readiness }: Found): Finding => {
    const reported = processes?.find(({ state }) => state.id === readiness?.process);
    const report = reported ?? processes?.[0];
    if (report === undefined) return skipped("no running process reports its settings");
    const { host, settings: used } = report.state;
    const differ = Object.keys(settings).filter(
      (name) =>
        used[name] !== undefined &&
        used[name] !== settings[name] &&
        // Only the process that answered has the address of this environment.
        !(reported === undefined && settingsOfOneProcess.has(name))
    );
    return differ.length === 0
      ? ok(`the process on ${host} runs with the settings of this environment`)
      : problem(
          `the process on ${host} runs with ${differ.map((name) => settingText(name, used[name] ?? "")).join(", ")}, unlike this environment`,
          "restart the service, or give this command the environment of the service"
        );
  };

/** The checks that ask the running instance. `settings` are those of this environment that are compared. */
export const instanceChecks = (
  configuration: Configuration,
  settings: Readonly<Record<string, string>>,
  version: string
): Effect.Effect<ReadonlyArray<DoctorCheck>> =>
  Effect.gen(function* () {
    const found = yield* Effect.cached(findInstance(configuration));
    const check = (find: (found: Found) => Finding) => Effect.map(found, find);
    return [
      { name: "instance", title: "Running instance", run: check(instanceFinding(version)) },
      { name: "settings", title: "Settings in use", run: check(settingsFinding(settings)) },
      {
        name: "instance-clock",
        title: "Clock of the instance",
        run: check(({ address, fetched, now }) => clockFinding(fetched, now, `${address}/ready`))
      }
    ];
  });
