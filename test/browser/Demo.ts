import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { RunningDemo } from "../../scripts/demo/startDemo.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { startOnFreePorts } from "./startOnFreePorts.ts";

/** One demo for all tests of a suite. */
export class Demo extends Context.Tag("test/browser/Demo")<Demo, RunningDemo>() {}

export const layer = Layer.scoped(Demo, Effect.flatMap(temporaryFolder, startOnFreePorts));
