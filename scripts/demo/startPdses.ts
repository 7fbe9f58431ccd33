import { join } from "node:path";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { type StartedNetwork, startNetwork } from "../../test/pds/startNetwork.ts";
import { type DemoFailed, step } from "./DemoFailed.ts";

interface PdsesOptions {
  readonly dataDirectory: string;
  readonly ports: { readonly plc: number; readonly pds: number };
}

/** Starts a PLC directory and a PDS with the accounts of the demo, for the scope. */
export const startPdses = ({
  dataDirectory,
  ports
}: PdsesOptions): Effect.Effect<StartedNetwork, DemoFailed, Scope.Scope> =>
  step("The PDS does not start", () =>
    startNetwork({
      accounts: ["alice.test", "bob.test"],
      preferredPorts: { plc: ports.plc, pdses: [ports.pds] },
      dataDirectory: join(dataDirectory, "network")
    })
  ).pipe(
    // While it starts, it ends with this process, so that an interrupt does not wait for it.
    Effect.tap((network) => Effect.addFinalizer(() => Effect.promise(network.stop)))
  );
