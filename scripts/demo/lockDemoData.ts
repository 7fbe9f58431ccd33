import { mkdir } from "node:fs/promises";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { lockDataDir } from "../../src/adapters/postgres/embedded/DataDirLock.ts";
import { DemoFailed, step } from "./DemoFailed.ts";

/** Locks the data of the demo for the scope, so that no second demo uses it. */
export const lockDemoData = (dataDirectory: string): Effect.Effect<void, DemoFailed, Scope.Scope> =>
  Effect.gen(function* () {
    yield* step(`Cannot make ${dataDirectory}`, () => mkdir(dataDirectory, { recursive: true }));
    yield* lockDataDir({ dataDir: dataDirectory, purpose: "service", acceptsConnections: Effect.succeed(true) }).pipe(
      Effect.mapError(({ reason, message }) => {
        const running = `It runs already, on ${dataDirectory}: use that one, or stop it with Ctrl-C first`;
        return new DemoFailed({ message: reason === "FolderInUse" ? running : message });
      })
    );
  });
