import type * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";

/** For tests of things that go wrong on purpose: nothing is logged. */
export const silentLogger: Layer.Layer<never> = Logger.remove(Logger.defaultLogger);
