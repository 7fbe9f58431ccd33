import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";

const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

/** A database that accepts connections and sends nothing; `connected` resolves on the first connection. */
const silent = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly port: number; readonly connected: Promise<void>; readonly close: () => void }>(
        (resolve) => {
          let onConnection = (): void => {};
          const connected = new Promise<void>((done) => {
            onConnection = done;
          });
          const server = createServer((socket) => {
            socket.on("error", () => {});
            onConnection();
          });
          server.listen(0, "127.0.0.1", () => {
            const { port }: AddressInfo = Object(server.address());
            resolve({ port, connected, close: () => server.close() });
          });
        }
      )
  ),
  ({ close }) => Effect.sync(close)
);

it.scopedLive("ends with 130 on Ctrl-C, and prints only which instance it works on", () =>
  Effect.gen(function* () {
    const { connected, port } = yield* silent;
    const child = spawn(process.execPath, [script, "clients", "list"], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/d` },
      stdio: ["ignore", "pipe", "pipe"]
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        printed += text;
      });
    }
    const ended = new Promise<number | null>((done) => child.once("close", done));
    yield* Effect.promise(() => connected);
    child.kill("SIGINT");
    expect(yield* Effect.promise(() => ended)).toBe(130);
    expect(printed).toMatch(/^Instance: 127\.0\.0\.1:\d+\/d .*\n$/);
  })
);
