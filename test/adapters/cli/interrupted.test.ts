import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";

const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

/** A database that takes connections and says nothing; `asked` resolves when somebody connects. */
const silent = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly port: number; readonly asked: Promise<void>; readonly close: () => void }>((resolve) => {
        let heard = (): void => {};
        const asked = new Promise<void>((done) => {
          heard = done;
        });
        const server = createServer((socket) => {
          socket.on("error", () => {});
          heard();
        });
        server.listen(0, "127.0.0.1", () => {
          const { port }: AddressInfo = Object(server.address());
          resolve({ port, asked, close: () => server.close() });
        });
      })
  ),
  ({ close }) => Effect.sync(close)
);

it.scopedLive("ends with 130 and no word when somebody presses Ctrl-C", () =>
  Effect.gen(function* () {
    const { asked, port } = yield* silent;
    const child = spawn(process.execPath, [script, "clients", "list"], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/d` },
      stdio: ["ignore", "pipe", "pipe"]
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        said += text;
      });
    }
    const ended = new Promise<number | null>((done) => child.once("close", done));
    yield* Effect.promise(() => asked);
    child.kill("SIGINT");
    expect(yield* Effect.promise(() => ended)).toBe(130);
    expect(said).toBe("");
  })
);
