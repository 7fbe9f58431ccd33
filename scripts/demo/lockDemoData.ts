import { mkdir } from "node:fs/promises";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { lockDataDir } from "../../src/adapters/postgres/embedded/DataDirLock.ts";
import { DemoFailed, step } from "./DemoFailed.ts";

/** How many demos may run at a time. */
const maxDemos = 9;

/** The folder of the first demo, and those of demos that run beside it: `demo`, `demo-2` and so on. */
const folderOf = (dataDirectory: string, number: number): string =>
  number === 1 ? dataDirectory : `${dataDirectory}-${number}`;

const lockFolder = Effect.fnUntraced(function* (folder: string) {
  yield* step(`Cannot make ${folder}`, () => mkdir(folder, { recursive: true }));
  yield* lockDataDir({ dataDir: folder, purpose: "service", acceptsConnections: Effect.succeed(true) });
  return folder;
});

const lockFrom = (dataDirectory: string, number: number): Effect.Effect<string, DemoFailed, Scope.Scope> =>
  lockFolder(folderOf(dataDirectory, number)).pipe(
    Effect.catchTag("EmbeddedPostgresError", ({ message, reason }) =>
      reason === "FolderInUse" && number < maxDemos
        ? lockFrom(dataDirectory, number + 1)
        : Effect.fail(new DemoFailed({ message }))
    )
  );

/** Locks a folder for the data of the demo for the scope, the preferred one or the next that no other demo uses, and returns it. */
export const lockDemoData = (preferred: string): Effect.Effect<string, DemoFailed, Scope.Scope> =>
  lockFrom(preferred, 1);
