import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Client } from "pg";
import { processorTime, residentMemory } from "../rounds/processUse.ts";
import { startServiceProcess } from "./startService.ts";

const script = fileURLToPath(new URL("serveRepositories.ts", import.meta.url));
const decodeReady = Schema.decodeUnknownSync(Schema.Struct({ port: Schema.Number, dids: Schema.Array(Schema.String) }));

const started = async (repositories: number, records: number) => {
  const child = fork(script, [String(repositories), String(records)]);
  const [message] = await once(child, "message");
  return { child, ready: decodeReady(message) };
};

/** How often the number of indexed repositories is read, in milliseconds. */
const pollEvery = 50;

const indexedCount = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(
    "select count(distinct stream) from tidemark.events where type like 'RepositoryIndexed.%'"
  );
  return Number(rows[0]?.count ?? 0);
};

/** Waits until all repositories are indexed, and returns the maximum resident memory of the process meanwhile. */
const untilIndexed = async (client: Client, repositories: number, pid: number): Promise<number> => {
  let most = 0;
  while ((await indexedCount(client)) < repositories) {
    most = Math.max(most, await residentMemory(pid));
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
  }
  return most;
};

/** Measures how many records per second are indexed when repositories at as many hosts become due at once. */
export const backfillStored = (repositories: number, records: number, databaseUrl: string) =>
  Effect.gen(function* () {
    const { ready } = yield* Effect.acquireRelease(
      Effect.promise(() => started(repositories, records)),
      ({ child }) => Effect.sync(() => child.disconnect())
    );
    const service = yield* startServiceProcess(databaseUrl, {
      PLC_DIRECTORY_URL: `http://127.0.0.1:${ready.port}`
    });
    const client = new Client({ connectionString: databaseUrl, application_name: "bench" });
    yield* Effect.acquireRelease(
      Effect.promise(() => client.connect()),
      () => Effect.promise(() => client.end())
    );
    const before = yield* Effect.promise(() => processorTime(service.process));
    const start = performance.now();
    yield* Effect.promise(() => client.query("select tidemark.request_repositories($1, 0, 1)", [ready.dids]));
    const most = yield* Effect.promise(() => untilIndexed(client, repositories, service.process));
    const seconds = (performance.now() - start) / 1_000;
    const used = (yield* Effect.promise(() => processorTime(service.process))) - before;
    const total = repositories * records;
    yield* Console.log(
      `backfill of ${repositories} stored repositories with ${records} records each: ${Math.round(total / seconds).toLocaleString("en")} records/s, ${Math.round(used / total)} µs of the process per record, memory up to ${Math.round(most / 1_000_000)} MB`
    );
  }).pipe(Effect.scoped);
