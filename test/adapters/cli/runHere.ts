import * as NodeContext from "@effect/platform-node/NodeContext";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { runTidemark } from "../../../src/adapters/cli/runTidemark.ts";
import type { Finished } from "./tidemark.ts";

/** What says so when a command opened its services. */
export const opened = "the services were opened";

/** Runs a command line in this process, on services that cannot be opened. */
export const runHere = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const said = { stdout: "", stderr: "" };
    const write = (stream: keyof typeof said) => (text: unknown) =>
      Effect.sync(() => {
        said[stream] += `${text}\n`;
      });
    const console = yield* Console.consoleWith(Effect.succeed);
    const code = yield* runTidemark(["node", "tidemark", ...args], {
      version: "1.2.3",
      services: Layer.fail({ _tag: "Unavailable", message: opened }),
      tools: Layer.fail({ _tag: "Unavailable", message: opened }),
      main: "/nowhere/main.ts",
      colors: false
    }).pipe(
      Effect.withConsole({ ...console, log: write("stdout"), error: write("stderr") }),
      Effect.provide(NodeContext.layer)
    );
    return { code, ...said } satisfies Finished;
  });
