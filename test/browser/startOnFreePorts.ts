import * as Effect from "effect/Effect";
import { startDemo } from "../../scripts/demo/startDemo.ts";
import { freePort } from "../pds/freePort.ts";

/** Runs `npm run demo` with data and ports of its own, for the scope. */
export const startOnFreePorts = (dataDirectory: string) =>
  Effect.gen(function* () {
    const [plc, pds, service, app] = yield* Effect.promise(() =>
      Promise.all([freePort(), freePort(), freePort(), freePort()])
    );
    return yield* startDemo({ dataDirectory, ports: { plc, pds, service, app }, say: () => Effect.void });
  });
