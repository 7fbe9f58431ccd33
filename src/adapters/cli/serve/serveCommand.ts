import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { nodeOptions } from "./nodeOptions.ts";
import { runScript } from "./runScript.ts";

/** Runs the service in the foreground. The service prints everything itself. */
export const serve: Run = () =>
  Effect.flatMap(CommandServices, ({ main }) => runScript(main, nodeOptions, "serve_failed"));
