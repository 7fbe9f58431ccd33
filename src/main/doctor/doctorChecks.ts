import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { storedDevelopmentKey } from "../../adapters/configuration/developmentKey.ts";
import { loadConfiguration } from "../../adapters/configuration/loadConfiguration.ts";
import { misspelledSentence, misspelledVariables } from "../../adapters/configuration/variables/misspelledVariables.ts";
import { generateSigningKey } from "../../adapters/jose/generateSigningKey.ts";
import { type DoctorCheck, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { storageLocation } from "../storageLocation.ts";
import { databaseChecks } from "./databaseChecks.ts";
import { machineChecks } from "./machineChecks.ts";
import { networkChecks } from "./networkChecks.ts";
import { sessionKeysCheck } from "./sessionKeysCheck.ts";

interface Loaded {
  readonly configuration: Configuration;
  readonly hasKeys: boolean;
}

const isSet = (name: string): boolean => (process.env[name] ?? "").trim() !== "";

/** Loads the configuration as a start would, but with a temporary key instead of the one that a first start would store. */
const load = Effect.gen(function* () {
  const written = isSet("OAUTH_SIGNING_KEY")
    ? null
    : yield* storedDevelopmentKey((yield* storageLocation).dataDir, signingKeyReader);
  const hasKeys = isSet("OAUTH_SIGNING_KEY") || written !== null;
  const temporaryKey =
    hasKeys || process.env.NODE_ENV === "production" ? null : Redacted.value(yield* generateSigningKey);
  const environment = temporaryKey === null ? process.env : { ...process.env, OAUTH_SIGNING_KEY: temporaryKey };
  return { configuration: yield* loadConfiguration(environment, signingKeyReader), hasKeys } satisfies Loaded;
}).pipe(Effect.either);

/** The checks that depend on a valid configuration. */
const checksOfConfiguration: ReadonlyArray<readonly [name: string, title: string]> = [
  ["keys", "Keys"],
  ["session-keys", "Session keys"],
  ["disk", "Disk of DATA_DIR"],
  ["temporary-folder", "Temporary folder"],
  ["dns", "DNS"],
  ["plc", "PLC directory"],
  ["clock", "Clock"],
  ["base-url", "Public URL"],
  ["issuer", "Issuer"],
  ["client-metadata", "Client metadata"],
  ["published-keys", "Published keys"]
];

const skippedChecks = checksOfConfiguration.map(
  ([name, title]): DoctorCheck => ({
    name,
    title,
    run: Effect.succeed(skipped("the configuration is invalid"))
  })
);

/** All checks of `tidemark doctor`, for the environment of this process. */
export const doctorChecks = Effect.gen(function* () {
  const loaded = yield* load;
  const misspelled = misspelledVariables(process.env).map(misspelledSentence);
  const configuration: DoctorCheck = {
    name: "configuration",
    title: "Configuration",
    run: Effect.succeed(
      Either.match(loaded, {
        onLeft: ({ message }) => problem([message, ...misspelled].join("\n")),
        onRight: ({ configuration: { production } }) =>
          ok([`${production ? "production" : "development"}, all variables are valid`, ...misspelled].join("\n"))
      })
    )
  };
  const hasAdmins = Either.match(loaded, {
    onLeft: () => false,
    onRight: ({ configuration: { adminDids } }) => adminDids.length > 0
  });
  const database = yield* databaseChecks(hasAdmins);
  if (Either.isLeft(loaded)) return [configuration, ...database, ...skippedChecks];
  const { configuration: found, hasKeys } = loaded.right;
  return [
    configuration,
    ...database,
    sessionKeysCheck(found, hasKeys),
    ...machineChecks(found, hasKeys),
    ...(yield* networkChecks(found, hasKeys))
  ];
});
