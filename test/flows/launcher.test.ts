import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { freePort } from "../pds/freePort.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { eventually } from "./eventually.ts";

const program = fileURLToPath(new URL("../../bin/tidemark.js", import.meta.url));

const responds = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false
  );

it.scopedLive(
  "a service whose command was killed with -9 ends in order, and leaves its port and its data free",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder;
      const port = yield* Effect.promise(() => freePort());
      const { PATH } = process.env;
      const env = { PATH, DATA_DIR: dataDir, PORT: String(port) };
      const start = () => spawn(process.execPath, [program, "serve"], { env, stdio: "ignore" });
      yield* Effect.promise(async () => {
        const killed = start();
        await eventually("the service responds", () => responds(port), 45_000);
        killed.kill("SIGKILL");
        await once(killed, "exit");
        await eventually("the port is free", async () => !(await responds(port)), 20_000);
        const next = start();
        await eventually("the next service responds", () => responds(port), 45_000);
        next.kill("SIGTERM");
        assert.deepStrictEqual(await once(next, "exit"), [0, null]);
      });
    }),
  150_000
);
