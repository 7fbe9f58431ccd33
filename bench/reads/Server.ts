import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { freePort } from "../../test/pds/freePort.ts";

/** A measured server in a process of its own. */
export interface Server {
  readonly name: string;
  readonly url: string;
  readonly process: number;
}

export interface ServerStart {
  readonly name: string;
  /** The module to run; it listens on the loopback port in `PORT`. */
  readonly script: URL;
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node.js; none by default. */
  readonly nodeOptions?: ReadonlyArray<string>;
  /** The text that it prints once it listens. */
  readonly ready: string;
}

const spawned = ({ script, env, nodeOptions = [] }: ServerStart, port: number): ChildProcess =>
  spawn(process.execPath, [...nodeOptions, "--disable-warning=ExperimentalWarning", fileURLToPath(script)], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"]
  });

const listening = (child: ChildProcess, { name, ready }: ServerStart) =>
  new Promise<void>((resolve, reject) => {
    let output = "";
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(ready)) resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`${name} ended (${code}) before it listened:\n${output}`)));
  });

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
};

/** Starts a server for the scope. */
export const startServer = (start: ServerStart): Effect.Effect<Server, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(() => freePort());
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawned(start, port)),
      (running) => Effect.promise(() => stop(running))
    );
    yield* Effect.tryPromise({
      try: () => listening(child, start),
      catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause)))
    });
    return { name: start.name, url: `http://127.0.0.1:${port}/graphql`, process: child.pid ?? 0 };
  });
