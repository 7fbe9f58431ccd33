import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";

const Line = Schema.parseJson(
  Schema.Union(
    Schema.Struct({ ready: Schema.String }),
    Schema.Struct({ reason: Schema.String, message: Schema.String })
  )
);

export interface ServiceProcess {
  readonly pid: number;
  /** The URL of its database, or the reason why it has none. */
  readonly said: typeof Line.Type;
  /** Ends the process and waits for its exit. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Effect.Effect<void>;
}

const script = fileURLToPath(new URL("holdDatabase.ts", import.meta.url));

/** Starts a process that holds the database of `dataDir` until the scope closes. */
export const serviceProcess = (
  purpose: "service" | "command",
  dataDir: string,
  uid?: number
): Effect.Effect<ServiceProcess, never, Scope.Scope> =>
  Effect.gen(function* () {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, purpose, dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
      ...(uid !== undefined && { uid, gid: uid })
    });
    const gone = once(child, "exit");
    const end = (signal: NodeJS.Signals) =>
      Effect.sync(() => child.kill(signal)).pipe(Effect.zipRight(Effect.promise(() => gone)), Effect.asVoid);
    yield* Effect.addFinalizer(() => end("SIGTERM"));
    const lines = createInterface(child.stdout);
    const [first] = yield* Effect.promise(() => Promise.race([once(lines, "line"), once(lines, "close")]));
    return { pid: child.pid ?? 0, said: Schema.decodeSync(Line)(first), end };
  });
