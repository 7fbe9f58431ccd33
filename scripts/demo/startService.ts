import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { DemoFailed, step } from "./DemoFailed.ts";
import { environment } from "./environment.ts";
import { nextFreePort } from "./nextFreePort.ts";

export interface ServiceOptions {
  readonly dataDirectory: string;
  /** The preferred port. */
  readonly port: number;
  readonly plcUrl: string;
  readonly pdsUrl: string;
}

/** The service in a process of its own. */
export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  readonly log: string;
  /** The lines that it has printed so far. */
  readonly lines: ReadonlyArray<string>;
  /** Fails if the service ends on its own. */
  readonly ended: Effect.Effect<never, DemoFailed>;
}

const resolveHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs in a session of its own, so that Ctrl-C reaches only the demo, which then stops it once and in order. */
const spawnService = (port: number, dataDir: string, { pdsUrl, plcUrl }: ServiceOptions): ChildProcess =>
  spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--import",
      resolveHere("endWithParent.ts"),
      resolveHere("../../src/main.ts")
    ],
    {
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      env: environment({
        DATA_DIR: dataDir,
        PORT: String(port),
        EXTERNAL_BASE_URL: `http://127.0.0.1:${port}`,
        PLC_DIRECTORY_URL: plcUrl,
        HANDLE_RESOLVER_URL: pdsUrl,
        SYNC_SOURCE: "firehose",
        RELAY_URL: pdsUrl.replace(/^http/, "ws")
      })
    }
  );

const keep = (child: ChildProcess, log: string): Array<string> => {
  const lines: Array<string> = [];
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      file.write(`${line}\n`);
    });
  }
  return lines;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
};

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false
  );

const whenReady = (url: string): Effect.Effect<void> =>
  Effect.promise(() => answers(url)).pipe(
    Effect.filterOrElse(
      (ready) => ready,
      () => Effect.zipRight(Effect.sleep("100 millis"), whenReady(url))
    ),
    Effect.asVoid
  );

/** Starts the service with an embedded database, on the preferred port or the next free one, for the scope. */
export const startService = (options: ServiceOptions): Effect.Effect<RunningService, DemoFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* step("The service finds no port", () => nextFreePort(options.port));
    const dataDir = join(options.dataDirectory, "service");
    const log = join(options.dataDirectory, "service.log");
    yield* step(`Cannot make ${dataDir}`, () => mkdir(dataDir, { recursive: true }));
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawnService(port, dataDir, options)),
      (child) => Effect.promise(() => stop(child))
    );
    const lines = keep(child, log);
    const gone = step("The service cannot be run", () => once(child, "close"));
    const ended = Effect.flatMap(gone, () => {
      const said = lines.filter((line) => line.startsWith("tidemark: ")).map((line) => line.slice("tidemark: ".length));
      const reason = said.length > 0 ? said.join("\n") : `see ${log}`;
      return Effect.fail(new DemoFailed({ message: `The service ended: ${reason}` }));
    });
    const url = `http://127.0.0.1:${port}`;
    yield* Effect.raceFirst(whenReady(url), ended);
    return { url, dataDir, log, lines, ended };
  });
