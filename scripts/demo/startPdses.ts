import { join } from "node:path";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { type StartedNetwork, startNetwork } from "../../test/pds/startNetwork.ts";
import { type DemoFailed, step } from "./DemoFailed.ts";

/** A PLC directory and a PDS, with the accounts of the demo, for the scope. */
export const startPdses = (dataDirectory: string): Effect.Effect<StartedNetwork, DemoFailed, Scope.Scope> =>
  step("The PDS does not start", () =>
    startNetwork({
      accounts: ["alice.test", "bob.test"],
      preferredPorts: { plc: 2582, pdses: [2583] },
      dataDirectory: join(dataDirectory, "network")
    })
  ).pipe(
    // Until it has started it ends with this process, so that nobody who interrupts waits for its start.
    Effect.tap((network) => Effect.addFinalizer(() => Effect.promise(network.stop)))
  );
