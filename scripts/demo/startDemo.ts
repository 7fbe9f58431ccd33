import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import type { DemoFailed } from "./DemoFailed.ts";
import { exampleClient } from "./exampleClient.ts";
import { lockDemoData } from "./lockDemoData.ts";
import { seed } from "./seed.ts";
import { serveApp } from "./serveApp.ts";
import { startPdses } from "./startPdses.ts";
import { type RunningService, startService } from "./startService.ts";

/** The running demo. */
export interface RunningDemo {
  readonly appUrl: string;
  readonly clientId: string;
  readonly service: RunningService;
  readonly pdsUrl: string;
  readonly accounts: ReadonlyArray<Account>;
  readonly dataDirectory: string;
  /** A sentence for each port and folder that was taken, and for what is used instead. */
  readonly moved: ReadonlyArray<string>;
}

export interface DemoOptions {
  readonly dataDirectory: string;
  /** The ports to use if they are free and the data directory does not name others. */
  readonly ports: { readonly plc: number; readonly pds: number; readonly service: number; readonly app: number };
  /** Called with each step as it starts. */
  readonly say: (line: string) => Effect.Effect<void>;
}

/** Returns a sentence for each preferred port and folder that something else uses. */
const movedTo = (
  { dataDirectory, ports }: DemoOptions,
  used: { readonly dataDirectory: string; readonly service: string; readonly app: string }
): ReadonlyArray<string> => [
  ...(new URL(used.service).port === String(ports.service)
    ? []
    : [`Port ${ports.service} is taken, so the service is at ${used.service}.`]),
  ...(new URL(used.app).port === String(ports.app)
    ? []
    : [`Port ${ports.app} is taken, so the example app is at ${used.app}.`]),
  ...(used.dataDirectory === dataDirectory
    ? []
    : [`Another demo is using ${dataDirectory}, so the data is in ${used.dataDirectory}.`])
];

/** Starts a PDS, the service and the example app on one data directory. The scope stops them in reverse order. */
export const startDemo = (options: DemoOptions): Effect.Effect<RunningDemo, DemoFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { ports, say } = options;
    const dataDirectory = yield* lockDemoData(options.dataDirectory);
    if (dataDirectory !== options.dataDirectory)
      yield* say(`Another demo is using ${options.dataDirectory}: this one uses ${dataDirectory}.`);
    yield* say("Starting a PDS with alice.test and bob.test ...");
    const { info, pdses, plc } = yield* startPdses({ dataDirectory, ports });
    const pdsUrl = pdses[0].url;
    yield* say("Starting Tidemark on an embedded PostgreSQL ...");
    const service = yield* startService({ dataDirectory, port: ports.service, plcUrl: plc.url, pdsUrl });
    yield* say("Registering the example app ...");
    const clientId = yield* exampleClient(service.dataDir);
    const app = { server: service.url, clientId };
    const appUrl = yield* serveApp(app, ports.app);
    yield* say("Creating profiles and statuses if there are none ...");
    yield* Effect.raceFirst(seed({ ...app, redirectUri: appUrl }, info.accounts), service.ended);
    const moved = movedTo(options, { dataDirectory, service: service.url, app: appUrl });
    return { appUrl, clientId, service, pdsUrl, accounts: info.accounts, dataDirectory, moved };
  });
