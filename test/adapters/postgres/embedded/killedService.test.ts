import { join } from "node:path";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { readPostmasterFile } from "../../../../src/adapters/postgres/embedded/postmasterFile.ts";
import { startedAt } from "../../../../src/adapters/postgres/embedded/processIdentity.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { query } from "./query.ts";
import { serviceProcess } from "./ServiceProcess.ts";

const urlOf = (said: object): string =>
  "ready" in said && typeof said.ready === "string" ? said.ready : JSON.stringify(said);

const serverPid = (dataDir: string) =>
  Effect.map(readPostmasterFile(join(dataDir, "postgres")), (file) => Option.map(file, ({ pid }) => pid));

const isAlive = (pid: number) => Effect.map(startedAt(pid), Option.isSome);

it.scopedLive("a service that was killed with -9 starts again at once, on the same data", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const killed = yield* serviceProcess("service", dataDir);
    yield* query(urlOf(killed.said), "create table kept as select 7 as a");
    const left = Option.getOrThrow(yield* serverPid(dataDir));
    yield* killed.end("SIGKILL");
    expect(yield* isAlive(left)).toBe(true);

    const next = yield* serviceProcess("service", dataDir);
    expect(yield* query(urlOf(next.said), "select a from kept")).toEqual([{ a: 7 }]);
    expect(yield* isAlive(left)).toBe(false);
  })
);

it.scopedLive("a service whose server was killed too starts again at once, on the same data", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const killed = yield* serviceProcess("service", dataDir);
    yield* query(urlOf(killed.said), "create table kept as select 7 as a");
    const left = Option.getOrThrow(yield* serverPid(dataDir));
    yield* killed.end("SIGKILL");
    process.kill(left, "SIGKILL");

    const next = yield* serviceProcess("service", dataDir);
    expect(yield* query(urlOf(next.said), "select a from kept")).toEqual([{ a: 7 }]);
  })
);

it.scopedLive("a second service on the folder of a running one is refused, and disturbs nothing", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const first = yield* serviceProcess("service", dataDir);
    const second = yield* serviceProcess("service", dataDir);
    expect(second.said).toEqual({
      reason: "FolderInUse",
      message: expect.stringContaining(`Another Tidemark service (pid ${first.pid}) is using ${dataDir}`)
    });
    expect(yield* query(urlOf(first.said), "select 1 as one")).toEqual([{ one: 1 }]);
  })
);

it.scopedLive("a command uses the database of the running service and leaves it running", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const service = yield* serviceProcess("service", dataDir);
    const command = yield* serviceProcess("command", dataDir);
    expect(command.said).toEqual(service.said);
    yield* command.end("SIGTERM");
    expect(yield* query(urlOf(service.said), "select 1 as one")).toEqual([{ one: 1 }]);
  })
);

it.scopedLive("a command starts the database if no service is running, and stops it at its end", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const command = yield* serviceProcess("command", dataDir);
    expect(yield* query(urlOf(command.said), "select 1 as one")).toEqual([{ one: 1 }]);
    yield* command.end("SIGTERM");
    expect(yield* serverPid(dataDir)).toEqual(Option.none());
  })
);

it.scopedLive("a service waits for a command that holds the folder", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const command = yield* serviceProcess("command", dataDir);
    const [service] = yield* Effect.all([serviceProcess("service", dataDir), command.end("SIGTERM")], {
      concurrency: "unbounded"
    });
    expect(yield* query(urlOf(service.said), "select 1 as one")).toEqual([{ one: 1 }]);
  })
);
