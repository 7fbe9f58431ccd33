import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as LexiconArchiveYauzl from "../../adapters/archive/LexiconArchiveYauzl.ts";
import { LexiconFiles } from "../../adapters/cli/lexicons/LexiconFiles.ts";
import * as SecureRandomNode from "../../adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../../adapters/filesystem/PublishedLexiconsFolder.ts";
import { readLexiconPaths } from "../../adapters/filesystem/readLexiconPaths.ts";
import { writeLexicons } from "../../adapters/filesystem/writeLexicons.ts";
import { storage } from "../storage.ts";
import { storageLocation } from "../storageLocation.ts";
import { databaseExists } from "./schemaMigrations.ts";

/** Somebody who forgot to say which instance they mean reads it here; programs, which ask for JSON, do not. */
const announceNewDatabase = (dataDir: string) =>
  Effect.sync(() => {
    if (process.argv.includes("--json")) return;
    process.stderr.write(
      `There was no database in ${dataDir}, so this is a new one. Another instance is named by DATA_DIR or DATABASE_URL.\n`
    );
  });

const commandStorage = Effect.gen(function* () {
  const options = yield* storageLocation;
  const opened = storage({ ...options, purpose: "command" });
  return (yield* databaseExists) ? opened : Layer.tap(opened, () => announceNewDatabase(options.dataDir));
});

/** What the use cases behind the commands work with. */
export const commandServices = Layer.mergeAll(
  Layer.unwrapEffect(commandStorage),
  SecureRandomNode.layer,
  PublishedLexiconsFolder.layer,
  Layer.succeed(LexiconFiles, {
    read: (paths) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer),
    write: (path, files) => Effect.provide(writeLexicons(path, files), LexiconArchiveYauzl.layer)
  })
);
