import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import type { DemoFailed } from "./DemoFailed.ts";
import { exampleClient } from "./exampleClient.ts";
import { holdDemo } from "./holdDemo.ts";
import { seed } from "./seed.ts";
import { serveApp } from "./serveApp.ts";
import { startPdses } from "./startPdses.ts";
import { type RunningService, startService } from "./startService.ts";

/** Everything, as it runs. */
export interface RunningDemo {
  readonly appUrl: string;
  readonly service: RunningService;
  readonly pdsUrl: string;
  readonly accounts: ReadonlyArray<Account>;
  readonly dataDirectory: string;
}

/** Starts a PDS, the service and the example app on one data directory; the scope stops them, the last one first. */
export const startDemo = (dataDirectory: string): Effect.Effect<RunningDemo, DemoFailed, Scope.Scope> =>
  Effect.gen(function* () {
    yield* holdDemo(dataDirectory);
    yield* Console.log("Starting a PDS with alice.test and bob.test ...");
    const { info, pdses, plc } = yield* startPdses(dataDirectory);
    const pdsUrl = pdses[0].url;
    yield* Console.log("Starting Tidemark on an embedded PostgreSQL ...");
    const service = yield* startService({ dataDirectory, plcUrl: plc.url, pdsUrl });
    yield* Console.log("Registering the example app ...");
    const app = { server: service.url, clientId: yield* exampleClient(service.dataDir) };
    const appUrl = yield* serveApp(app);
    yield* Console.log("Looking for profiles and statuses, writing them if there are none ...");
    yield* Effect.raceFirst(seed({ ...app, redirectUri: appUrl }, info.accounts), service.ended);
    return { appUrl, service, pdsUrl, accounts: info.accounts, dataDirectory };
  });
