import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { runScript } from "./runScript.ts";

/** Runs the demo in the foreground. It prints everything itself. */
export const runDemo: Run = () => Effect.flatMap(CommandServices, ({ demo }) => runScript(demo, [], "demo_failed"));
