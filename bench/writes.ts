/** `npm run bench -- writes`: writes per second to a real PDS, and how much of each write is the service's own time. */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { App, type Tokens } from "../test/flows/App.ts";
import { noteLexicons } from "../test/flows/noteLexicons.ts";
import { PdsProxy } from "../test/flows/PdsProxy.ts";
import { registerByCommand } from "../test/flows/registerByCommand.ts";
import { ServiceProcess } from "../test/flows/ServiceProcess.ts";
import { processorTime } from "./rounds/processUse.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";
import { testNetwork } from "./testNetwork.ts";

const create = "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri cid text indexedAt } }";

interface Measured {
  readonly total: number;
  /** The time of the PDS, all its requests together. */
  readonly pds: number;
}

interface Writer {
  readonly app: App;
  readonly tokens: Tokens;
}

/** The percentile of some times, in milliseconds. */
const percentile = (values: ReadonlyArray<number>, share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN).toFixed(1);

/** Writes one record after the other for a time; the text of each identifies it at the PDS. */
const writeFor = async (
  { app, tokens }: Writer,
  name: string,
  until: number,
  keyed: boolean,
  pds: Map<string, number>
) => {
  const measured: Array<Measured> = [];
  for (let at = 0; performance.now() < until; at += 1) {
    const text = `${name} ${at}`;
    const start = performance.now();
    const { errors } = await app.graphql(create, { text }, tokens, keyed ? { "idempotency-key": text } : {});
    const total = performance.now() - start;
    if (errors !== undefined) throw new Error(`A write failed: ${JSON.stringify(errors)}`);
    measured.push({ total, pds: pds.get(text) ?? 0 });
    pds.delete(text);
  }
  return measured;
};

const bench = (seconds: number, users: number) =>
  Effect.gen(function* () {
    const { dataDir, url } = yield* temporaryDatabase;
    const network = yield* testNetwork;
    const [pds] = network.pdses;
    const lexicons = yield* Effect.acquireRelease(Effect.promise(noteLexicons), (folder) =>
      Effect.promise(() => rm(folder, { recursive: true, force: true }))
    );
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => PdsProxy.before(pds.url)),
      (started) => Effect.promise(() => started.stop())
    );
    const env = {
      ...proxy.env,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      LEXICON_DIR: lexicons,
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: pds.url
    };
    const service = yield* Effect.acquireRelease(
      Effect.promise(() => ServiceProcess.start({ env })),
      (started) => Effect.promise(() => started.stop())
    );
    const registration = yield* Effect.promise(() =>
      registerByCommand(env, "public", "http://127.0.0.1:4321/callback")
    );
    const writers = yield* Effect.forEach(Array.from({ length: users }), (_, at) =>
      Effect.promise(async (): Promise<Writer> => {
        const account = await pds.createAccount({ handle: `bench${at}.test` });
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

    const round = (name: string, count: number, keyed: boolean, duration: number) =>
      Effect.promise(async () => {
        const before = await processorTime(service.pid);
        const start = performance.now();
        const until = start + duration * 1000;
        const all = (
          await Promise.all(
            writers.slice(0, count).map((writer, at) => writeFor(writer, `${name} ${at}`, until, keyed, times))
          )
        ).flat();
        const elapsed = (performance.now() - start) / 1000;
        const after = await processorTime(service.pid);
        const own = all.map(({ pds: theirs, total }) => total - theirs);
        const share = own.reduce((sum, each) => sum + each, 0) / all.reduce((sum, { total }) => sum + total, 0);
        const cpu = ((after - before) / 1_000 / all.length).toFixed(1);
        const pdsTimes = all.map((each) => each.pds);
        return `| ${name} | ${count} | ${(all.length / elapsed).toFixed(0)} | ${percentile(pdsTimes, 0.5)} | ${percentile(own, 0.5)} | ${percentile(own, 0.95)} | ${(share * 100).toFixed(0)} % | ${cpu} |`;
      });

    yield* round("warm-up", users, false, Math.max(2, seconds / 3));
    const rows = [
      yield* round("one after the other", 1, false, seconds),
      yield* round("together", users, false, seconds),
      yield* round("together, with Idempotency-Key", users, true, seconds)
    ];
    yield* Console.log(`
Node ${process.version}; PostgreSQL with fsync, the PDS, the service and the load on the same machine

| creates | users | writes/s | PDS p50 ms | own p50 ms | own p95 ms | own share | own CPU ms per write |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}`);
  }).pipe(Effect.scoped);

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "10" }, users: { type: "string", default: "16" } }
});

NodeRuntime.runMain(bench(Number(values.seconds), Number(values.users)));
