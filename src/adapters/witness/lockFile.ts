import { DatabaseSync } from "node:sqlite";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { WitnessStateFailed } from "./WitnessStateFailed.ts";

/** An exclusive lock, or an exception. */
const acquire = (path: string): DatabaseSync => {
  const lock = new DatabaseSync(path);
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return lock;
  } catch (cause) {
    lock.close();
    throw cause;
  }
};

const isLocked = (cause: unknown): boolean => cause instanceof Error && /locked/.test(cause.message);

/**
 * Holds an exclusive lock on a file until the scope closes. The operating system releases it when the process dies.
 * Node.js has no locks of files; those of SQLite are such locks, and nothing is stored in this database.
 */
export const holdLock = (path: string): Effect.Effect<void, WitnessStateFailed, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.try({
        try: () => acquire(`${path}.lock`),
        catch: (cause) =>
          isLocked(cause)
            ? new WitnessStateFailed({ path, reason: "in-use", code: "" })
            : new WitnessStateFailed({ path, reason: "not-accessible", code: `${path}.lock` })
      }),
      (lock) => Effect.sync(() => lock.close())
    )
  );
