import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { App, type Tokens } from "../../test/flows/App.ts";
import { noteLexicons } from "../../test/flows/noteLexicons.ts";
import { PdsProxy } from "../../test/flows/PdsProxy.ts";
import { registerByCommand } from "../../test/flows/registerByCommand.ts";
import { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import type { StartedNetwork } from "../../test/pds/startNetwork.ts";
import { temporaryFolder } from "../temporaryDatabase.ts";

/** A user of an app. */
export interface Writer {
  readonly app: App;
  readonly tokens: Tokens;
}

/** A version of the service that writes to a PDS, and how long the PDS took for each write. */
export interface WritingService {
  readonly name: string;
  readonly pid: number;
  readonly writers: ReadonlyArray<Writer>;
  /** The time of the PDS for a write by its text, in milliseconds, all its requests together. */
  readonly takeTimeOfPds: (text: string) => number;
}

/** What a service is started with. */
export interface WritingVersion {
  readonly name: string;
  /** The folder of the version. */
  readonly root: URL;
  readonly databaseUrl: string;
  readonly network: StartedNetwork;
  readonly accounts: ReadonlyArray<Account>;
  /** Options of Node.js; none by default. */
  readonly nodeOptions?: ReadonlyArray<string>;
}

/** Starts a version of the service for the scope, and logs in all accounts. */
export const startWritingService = ({ accounts, databaseUrl, name, network, nodeOptions = [], root }: WritingVersion) =>
  Effect.gen(function* () {
    const [pds] = network.pdses;
    const dataDir = yield* temporaryFolder;
    const lexicons = yield* Effect.acquireRelease(Effect.promise(noteLexicons), (folder) =>
      Effect.promise(() => rm(folder, { recursive: true, force: true }))
    );
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => PdsProxy.before(pds.url)),
      (started) => Effect.promise(() => started.stop())
    );
    const env = {
      ...proxy.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LEXICON_DIR: lexicons,
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: pds.url,
      NODE_OPTIONS: [proxy.env.NODE_OPTIONS ?? "", ...nodeOptions].join(" ")
    };
    const checkout = fileURLToPath(root);
    const service = yield* Effect.acquireRelease(
      Effect.promise(() => ServiceProcess.start({ env, checkout })),
      (started) => Effect.promise(() => started.stop())
    );
    const registration = yield* Effect.promise(() =>
      registerByCommand(env, "public", "http://127.0.0.1:4321/callback", [], checkout)
    );
    const writers = yield* Effect.forEach(accounts, (account) =>
      Effect.promise(async (): Promise<Writer> => {
        const app = await App.make(service, registration);
        return { app, tokens: await app.login(account) };
      })
    );
    const times = new Map<string, number>();
    proxy.fate = {
      answer: ({ body }, _status, milliseconds) => {
        const text: string = JSON.parse(body).record?.text ?? "";
        times.set(text, (times.get(text) ?? 0) + milliseconds);
        return true;
      }
    };
    const takeTimeOfPds = (text: string): number => {
      const time = times.get(text) ?? 0;
      times.delete(text);
      return time;
    };
    const started: WritingService = { name, pid: service.pid, writers, takeTimeOfPds };
    return started;
  });
