import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import manifest from "../../../package.json" with { type: "json" };
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import {
  checkpointKey,
  type DevelopmentKey,
  storedDevelopmentKey,
  tokenKey
} from "../../adapters/configuration/developmentKey.ts";
import { loadConfiguration } from "../../adapters/configuration/loadConfiguration.ts";
import type { KeyReader } from "../../adapters/configuration/SigningKeyReader.ts";
import { misspelledSentence, misspelledVariables } from "../../adapters/configuration/variables/misspelledVariables.ts";
import { type DoctorCheck, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { shownSettings } from "../serve/instanceSettings.ts";
import { keyIds } from "../serve/keyIds.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { storageLocation } from "../storageLocation.ts";
import { databaseChecks } from "./databaseChecks.ts";
import { instanceChecks } from "./instanceChecks.ts";
import { keptCheckpointCheck } from "./keptCheckpointCheck.ts";
import { machineChecks } from "./machineChecks.ts";
import { networkChecks } from "./networkChecks.ts";
import { proxyChecks } from "./proxyChecks.ts";
import { replicasCheck } from "./replicasCheck.ts";
import { sessionKeysCheck } from "./sessionKeysCheck.ts";
import { webhookCheck } from "./webhookCheck.ts";

interface Loaded {
  readonly configuration: Configuration;
  readonly hasKeys: boolean;
  readonly hasCheckpointKey: boolean;
}

const isSet = (name: string): boolean => (process.env[name] ?? "").trim() !== "";

const hasKey = Effect.fnUntraced(function* <Key>(which: DevelopmentKey, keys: KeyReader<Key>) {
  if (isSet(which.variable)) return true;
  return (yield* storedDevelopmentKey((yield* storageLocation).dataDir, which, keys)) !== null;
});

/** Returns a temporary key instead of the one that a first start would store; nothing where there is a key. */
const temporaryKey = Effect.fnUntraced(function* <Key>(which: DevelopmentKey, keys: KeyReader<Key>, isStored: boolean) {
  if (isStored || process.env.NODE_ENV === "production") return {};
  return { [which.variable]: Redacted.value(yield* keys.generate) };
});

/** Loads the configuration as a start would, without storing keys. The left is why it is invalid. */
export const load = Effect.gen(function* () {
  const hasKeys = yield* hasKey(tokenKey, signingKeyReader);
  const hasCheckpointKey = yield* hasKey(checkpointKey, signingKeyReader.audit);
  const environment = {
    ...process.env,
    ...(yield* temporaryKey(tokenKey, signingKeyReader, hasKeys)),
    ...(yield* temporaryKey(checkpointKey, signingKeyReader.audit, hasCheckpointKey))
  };
  const configuration = yield* loadConfiguration(environment, signingKeyReader);
  return { configuration, hasKeys, hasCheckpointKey } satisfies Loaded;
}).pipe(Effect.either);

/** The settings that are compared with those of a running process; a temporary key has no id. */
const comparedSettings = ({ configuration, hasCheckpointKey, hasKeys }: Loaded): Readonly<Record<string, string>> => {
  const { AUDIT_SIGNING_KEY, OAUTH_SIGNING_KEY, SECRET_KEY_BASE } = keyIds(configuration);
  return {
    ...shownSettings(configuration, process.env),
    SECRET_KEY_BASE,
    ...(hasKeys && { OAUTH_SIGNING_KEY }),
    ...(hasCheckpointKey && { AUDIT_SIGNING_KEY })
  };
};

/** The checks that depend on a valid configuration. */
const checksOfConfiguration: ReadonlyArray<readonly [name: string, title: string]> = [
  ["mode", "Mode"],
  ["proxy", "Proxies in front"],
  ["kept-checkpoint", "Checkpoint in DATA_DIR"],
  ["replicas", "Read replicas"],
  ["keys", "Keys"],
  ["session-keys", "Session keys"],
  ["disk", "Disk of DATA_DIR"],
  ["temporary-folder", "Temporary folder"],
  ["archives", "Archives of old events"],
  ["dns", "DNS"],
  ["instance", "Running instance"],
  ["settings", "Settings in use"],
  ["instance-clock", "Clock of the instance"],
  ["plc", "PLC directory"],
  ["clock", "Clock"],
  ["base-url", "Public URL"],
  ["issuer", "Issuer"],
  ["client-metadata", "Client metadata"],
  ["sdk", "SDK for apps"],
  ["published-keys", "Published keys"],
  ["webhook", "Webhook"]
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
  const database = yield* databaseChecks(
    Either.match(loaded, {
      onLeft: () => ({ hasAdmins: false, walArchive: null }),
      onRight: ({ configuration: { adminDids, walArchive } }) => ({ hasAdmins: adminDids.length > 0, walArchive })
    })
  );
  if (Either.isLeft(loaded)) return [configuration, ...database, ...skippedChecks];
  const { configuration: found, hasKeys } = loaded.right;
  return [
    configuration,
    ...proxyChecks(found, isSet("TRUST_PROXY")),
    ...database,
    keptCheckpointCheck(found),
    replicasCheck(found),
    sessionKeysCheck(found, hasKeys),
    ...machineChecks(found, hasKeys),
    ...(yield* instanceChecks(found, comparedSettings(loaded.right), manifest.version)),
    ...(yield* networkChecks(found, hasKeys)),
    webhookCheck(found)
  ];
});
