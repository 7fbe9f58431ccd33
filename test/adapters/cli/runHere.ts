import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type * as Redacted from "effect/Redacted";
import * as LexiconArchiveYauzl from "../../../src/adapters/archive/LexiconArchiveYauzl.ts";
import { runTidemark, type TidemarkOptions } from "../../../src/adapters/cli/command/runTidemark.ts";
import { LexiconFiles } from "../../../src/adapters/cli/lexicons/LexiconFiles.ts";
import * as EventCheckerNode from "../../../src/adapters/crypto/EventCheckerNode.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../../../src/adapters/filesystem/PublishedLexiconsFolder.ts";
import { readLexiconPaths } from "../../../src/adapters/filesystem/readLexiconPaths.ts";
import { writeLexicons } from "../../../src/adapters/filesystem/writeLexicons.ts";
import * as IdentityResolverMemory from "../../../src/adapters/memory/pds/IdentityResolverMemory.ts";
import * as PdsMemory from "../../../src/adapters/memory/pds/PdsMemory.ts";
import * as RepositoryDirectoryMemory from "../../../src/adapters/memory/pds/RepositoryDirectoryMemory.ts";
import * as RepositoryReaderMemory from "../../../src/adapters/memory/pds/RepositoryReaderMemory.ts";
import * as RepositorySignaturesMemory from "../../../src/adapters/memory/pds/RepositorySignaturesMemory.ts";
import * as ErasureLedgerMemory from "../../../src/adapters/memory/stores/ErasureLedgerMemory.ts";
import * as OtherInstancesDatabase from "../../../src/adapters/movein/OtherInstancesDatabase.ts";
import { ConfiguredAdmins } from "../../../src/application/admin/ConfiguredAdmins.ts";
import { PublicUrl } from "../../../src/application/instance/PublicUrl.ts";
import { RetentionSettings } from "../../../src/application/retention/RetentionSettings.ts";
import { FollowedSource } from "../../../src/application/sync/status/FollowedSource.ts";
import { LiveSyncSettings } from "../../../src/application/sync/stream/LiveSyncSettings.ts";
import { storage } from "../../../src/main/storage.ts";
import { alice, bob } from "../../support/memoryService.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import type { Finished } from "./tidemark.ts";

/** The message of a command that opened its services. */
export const opened = "the services were opened";

const runWith = ({ services, sync }: Pick<TidemarkOptions, "services" | "sync">, args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const printed = { stdout: "", stderr: "" };
    const write = (stream: keyof typeof printed) => (text: unknown) =>
      Effect.sync(() => {
        printed[stream] += `${text}\n`;
      });
    const console = yield* Console.consoleWith(Effect.succeed);
    const code = yield* runTidemark(["node", "tidemark", ...args], {
      version: "1.2.3",
      publicUrl: "https://tidemark.test",
      services,
      databaseExists: Effect.void,
      sync,
      tools: Layer.fail({ _tag: "Unavailable", message: opened }),
      main: "/nowhere/main.ts",
      demo: "/nowhere/demo.ts",
      colors: false
    }).pipe(Effect.withConsole({ ...console, log: write("stdout"), error: write("stderr") }));
    return { code, ...printed } satisfies Finished;
  });

/** Runs a command line in this process with services that fail when they are opened. */
export const runHere = (...args: ReadonlyArray<string>) => {
  const failing = Layer.fail({ _tag: "Unavailable", message: opened });
  return runWith({ services: failing, sync: failing }, args);
};

const lexiconFiles = Layer.succeed(LexiconFiles, {
  read: (paths) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer),
  write: (path, files) => Effect.provide(writeLexicons(path, files), LexiconArchiveYauzl.layer)
});

/** The services of live sync in this process: nothing is followed, and no accounts exist but alice and bob. */
const syncHere = Layer.mergeAll(
  IdentityResolverMemory.layer,
  RepositoryDirectoryMemory.layer,
  RepositoryReaderMemory.layer,
  RepositorySignaturesMemory.layer,
  OtherInstancesDatabase.layer,
  Layer.succeed(PublicUrl, "https://records.example.com"),
  Layer.succeed(ConfiguredAdmins, []),
  Layer.succeed(FollowedSource, null),
  Layer.succeed(LiveSyncSettings, { openCollections: { _tag: "OwnAuthorities" } })
).pipe(Layer.provide(PdsMemory.layer([alice, bob])));

/** Runs a command line in this process, on a database, with some services of live sync. */
export const runOnWith = (
  sync: TidemarkOptions["sync"],
  databaseUrl: Redacted.Redacted,
  ...args: ReadonlyArray<string>
) =>
  runWith(
    {
      sync,
      services: Layer.mergeAll(
        storage({ databaseUrl, dataDir: "", secrets: testSecrets, purpose: "command" }),
        ErasureLedgerMemory.layer,
        SecureRandomNode.layer,
        EventCheckerNode.layer,
        PublishedLexiconsFolder.layer,
        Layer.succeed(RetentionSettings, []),
        lexiconFiles
      )
    },
    args
  );

/** Runs a command line in this process, on a database. */
export const runOn = (databaseUrl: Redacted.Redacted, ...args: ReadonlyArray<string>) =>
  runOnWith(syncHere, databaseUrl, ...args);
