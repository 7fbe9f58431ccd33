import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as LexiconArchiveYauzl from "../../adapters/archive/LexiconArchiveYauzl.ts";
import { LexiconFiles } from "../../adapters/cli/lexicons/LexiconFiles.ts";
import { ConfigurationInvalid } from "../../adapters/configuration/ConfigurationInvalid.ts";
import { knownSecrets } from "../../adapters/configuration/loadConfiguration.ts";
import { retentionVariables } from "../../adapters/configuration/variables/retentionVariables.ts";
import { readVariable } from "../../adapters/configuration/variables/Variable.ts";
import * as EventCheckerNode from "../../adapters/crypto/EventCheckerNode.ts";
import { hashingNode } from "../../adapters/crypto/hashingNode.ts";
import * as SecureRandomNode from "../../adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerFile from "../../adapters/filesystem/ErasureLedgerFile.ts";
import * as PublishedLexiconsFolder from "../../adapters/filesystem/PublishedLexiconsFolder.ts";
import { readLexiconPaths } from "../../adapters/filesystem/readLexiconPaths.ts";
import { writeLexicons } from "../../adapters/filesystem/writeLexicons.ts";
import { RetentionSettings } from "../../application/retention/RetentionSettings.ts";
import { Sha256Hasher } from "../../domain/crypto/Sha256Hasher.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { storage } from "../storage.ts";
import { storageLocation } from "../storageLocation.ts";
import { databaseExists } from "./databaseExists.ts";
import { nameInstance } from "./nameInstance.ts";
import { requireMeantDatabase } from "./requireMeantDatabase.ts";

/** Reports a new database on standard error, since another instance may have been meant; `--json` suppresses it. */
const announceNewDatabase = (dataDir: string) =>
  Effect.sync(() => {
    if (process.argv.includes("--json")) return;
    process.stderr.write(
      `Created a new database in ${dataDir}. To use an existing instance, set DATA_DIR or DATABASE_URL.\n`
    );
  });

const commandStorage = Effect.gen(function* () {
  yield* nameInstance;
  yield* requireMeantDatabase;
  const options = yield* storageLocation;
  const secrets = yield* knownSecrets(process.env, signingKeyReader, options.dataDir);
  const opened = storage({ ...options, secrets, purpose: "command" });
  return (yield* databaseExists) ? opened : Layer.tap(opened, () => announceNewDatabase(options.dataDir));
});

const ledger = Effect.map(storageLocation, ({ dataDir }) =>
  ErasureLedgerFile.layer({ dataDir, missingFolder: "skip" })
);

const retention = Effect.mapError(
  readVariable(process.env, retentionVariables.auditRetention),
  (problem) => new ConfigurationInvalid({ problems: [problem] })
);

/** The adapters that the use cases behind the commands need. */
export const commandServices = Layer.mergeAll(
  Layer.unwrapEffect(commandStorage),
  Layer.unwrapEffect(ledger),
  SecureRandomNode.layer,
  EventCheckerNode.layer,
  Layer.succeed(Sha256Hasher, hashingNode),
  PublishedLexiconsFolder.layer,
  Layer.effect(RetentionSettings, retention),
  Layer.succeed(LexiconFiles, {
    read: (paths) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer),
    write: (path, files) => Effect.provide(writeLexicons(path, files), LexiconArchiveYauzl.layer)
  })
);
