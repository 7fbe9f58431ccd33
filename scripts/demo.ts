/** `npm run demo`: starts a PDS with two accounts, the service and the example app, all on this machine. */
import { resolve } from "node:path";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Cause from "effect/Cause";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { startDemo } from "./demo/startDemo.ts";
import { summary } from "./demo/summary.ts";

// npm runs scripts in the folder of the package. `tidemark demo` may run from a package that must not be written to.
const dataDirectory = resolve("data/demo");
const ports = { plc: 2582, pds: 2583, service: 8080, app: 8090 };

// npm forwards Ctrl-C, so it arrives twice. The second one must not interrupt the orderly stop.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
// SIGHUP: the terminal was closed.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));

const demo = Effect.gen(function* () {
  const running = yield* startDemo({ dataDirectory, ports, say: Console.log });
  yield* Console.log(summary(running));
  return yield* running.service.ended;
}).pipe(
  Effect.onInterrupt(() => Console.log("\nStopping ...")),
  Effect.scoped,
  Effect.tapError(({ message }) => Console.error(message.replaceAll(/^/gm, "demo: ")))
);

NodeRuntime.runMain(demo, {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause) ? 0 : 1)
});
