import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { type Examination, ok, problem, skipped } from "./adapters/cli/doctor/Examinations.ts";
import type { Configuration } from "./adapters/configuration/Configuration.ts";
import { writtenDevelopmentKey } from "./adapters/configuration/developmentKey.ts";
import { loadConfiguration } from "./adapters/configuration/loadConfiguration.ts";
import { misspelledSentence, misspelledVariables } from "./adapters/configuration/misspelledVariables.ts";
import { generateSigningKey } from "./adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "./adapters/jose/parseSigningKeys.ts";
import { examineDatabase } from "./examineDatabase.ts";
import { examineKeys } from "./examineKeys.ts";
import { examineMachine } from "./examineMachine.ts";
import { examineNetwork } from "./examineNetwork.ts";
import { kept } from "./kept.ts";

const reader = { parse: parseSigningKeys, generate: generateSigningKey };

interface Loaded {
  readonly configuration: Configuration;
  readonly hasKeys: boolean;
}

const isSet = (name: string): boolean => (process.env[name] ?? "").trim() !== "";

/** The configuration as a start would have it, without the key that a first start in development would write. */
const load = Effect.gen(function* () {
  const written = isSet("OAUTH_SIGNING_KEY") ? null : yield* writtenDevelopmentKey((yield* kept).dataDir, reader);
  const hasKeys = isSet("OAUTH_SIGNING_KEY") || written !== null;
  const stand = hasKeys || process.env.NODE_ENV === "production" ? null : Redacted.value(yield* generateSigningKey);
  const environment = stand === null ? process.env : { ...process.env, OAUTH_SIGNING_KEY: stand };
  return { configuration: yield* loadConfiguration(environment, reader), hasKeys } satisfies Loaded;
}).pipe(Effect.either);

/** Names of what needs a configuration, for when there is none. */
const needConfiguration: ReadonlyArray<readonly [name: string, title: string]> = [
  ["keys", "Keys"],
  ["session-keys", "Keys of sessions"],
  ["disk", "Disk of DATA_DIR"],
  ["temporary-folder", "Temporary folder"],
  ["dns", "DNS"],
  ["plc", "PLC directory"],
  ["clock", "Clock"],
  ["base-url", "Public address"],
  ["issuer", "Issuer"],
  ["client-metadata", "Client metadata"],
  ["published-keys", "Published keys"]
];

const withoutConfiguration = needConfiguration.map(
  ([name, title]): Examination => ({
    name,
    title,
    examine: Effect.succeed(skipped("not before the configuration is right"))
  })
);

/** Everything that `tidemark doctor` looks at, for the environment of this process. */
export const examinations = Effect.gen(function* () {
  const loaded = yield* load;
  const misspelled = misspelledVariables(process.env).map(misspelledSentence);
  const configuration: Examination = {
    name: "configuration",
    title: "Configuration",
    examine: Effect.succeed(
      Either.match(loaded, {
        onLeft: ({ message }) => problem([message, ...misspelled].join("\n")),
        onRight: ({ configuration: { production } }) =>
          ok([`${production ? "production" : "development"}, every variable can be read`, ...misspelled].join("\n"))
      })
    )
  };
  const hasAdmins = Either.match(loaded, {
    onLeft: () => false,
    onRight: ({ configuration: { adminDids } }) => adminDids.length > 0
  });
  const database = yield* examineDatabase(Effect.succeed(hasAdmins));
  if (Either.isLeft(loaded)) return [configuration, ...database, ...withoutConfiguration];
  const { configuration: found, hasKeys } = loaded.right;
  return [
    configuration,
    ...database,
    examineKeys(found, hasKeys),
    ...examineMachine(found, hasKeys),
    ...(yield* examineNetwork(found, hasKeys))
  ];
});
