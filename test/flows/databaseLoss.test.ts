import { setTimeout } from "node:timers/promises";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import * as TestDatabase from "../support/TestDatabase.ts";
import { eventually } from "./eventually.ts";
import { OwnDatabase } from "./OwnDatabase.ts";
import { allowedStatuses, paths, ServiceUnderLoss } from "./ServiceUnderLoss.ts";
import { type Loss, TcpProxy } from "./TcpProxy.ts";

const databases = ManagedRuntime.make(TestDatabase.database);
let database: OwnDatabase;
let wire: TcpProxy;
let service: ServiceUnderLoss;

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  const address = new URL(Redacted.value(url));
  database = new OwnDatabase(address);
  wire = await TcpProxy.toDatabase(address);
  service = await ServiceUnderLoss.start(wire.databaseUrl(address));
});

afterAll(async () => {
  await service?.stop();
  await wire?.cut();
  await databases.dispose();
});

afterEach(() => wire.mend());

it("The service responds with 503 while the database is unavailable, and recovers once it is back", async () => {
  expect(await service.statusOf("read")).toBe(200);
  await wire.cut();
  const away = await service.ask("read");
  expect(away.status).toBe(503);
  expect(away.headers.get("retry-after")).toBe("1");
  expect(await away.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
  expect((await service.ready()).status).toBe(503);
  expect((await fetch(`${service.process.reach}/health`)).status).toBe(200);
  expect(await service.statusOf("token")).toBe(503);
  await wire.mend();
  await service.recovers();
});

const losses: ReadonlyArray<Loss> = ["fin", "reset", "silence"];
const each = losses.flatMap((how) => (["read", "append", "token"] as const).map((path) => ({ how, path })));

it.each(each)("A $path fails with 503 when the connection it waits on is lost: $how", async ({ how, path }) => {
  let answers: Array<Promise<number>> = [];
  await database.whileLocked(paths[path], async () => {
    answers = Array.from({ length: 8 }, () => service.statusOf(path));
    await database.untilOneWaits();
    wire.lose(how);
  });
  const statuses = new Set(await Promise.all(answers));
  for (const status of statuses) expect(allowedStatuses).toContain(status);
  // A read has a time of its own, which is over before a silent connection is found lost: it answers TIMEOUT.
  if (how !== "silence" || path !== "read") expect(statuses).toContain(503);
  await service.recovers();
});

it.each(losses)("The service listens again after its listening connection was lost: %s", async (how) => {
  await eventually("a connection listens", async () => wire.loseListeners(how) > 0, 40_000);
  await service.recovers();
  await eventually("another connection listens", async () => wire.loseListeners("fin") > 0, 40_000);
  await service.recovers();
});

it("The service responds with 503 within 20 seconds while the network drops everything, and recovers afterwards", async () => {
  const heal = wire.swallow();
  const started = performance.now();
  const [read, ...others] = await Promise.all([
    service.ask("read"),
    service.ask("append"),
    service.ask("token"),
    service.ready()
  ]);
  expect(await read.json()).toMatchObject({ errors: [{ extensions: { code: "TIMEOUT" } }] });
  expect(others.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(performance.now() - started).toBeLessThan(20_000);
  heal();
  await service.recovers();
});

const endings = losses
  .slice(0, 2)
  .flatMap((how) => (["read", "append", "token"] as const).map((path) => ({ how, path })));

it.each(endings)(
  "The service survives the loss of a $path at every message of the protocol: $how",
  async ({ how, path }) => {
    for (let piece = 1, reached = true; reached && piece < 100; piece += 1) {
      const end = wire.loseAtPiece(piece, how);
      expect(allowedStatuses).toContain(await service.statusOf(path));
      reached = end();
    }
    await service.recovers();
  }
);

it.each(losses)("The service survives lost connections under load: %s", async (how) => {
  const load = service.load(32);
  for (let round = 0; round < 10; round += 1) {
    await setTimeout(100);
    wire.lose(how);
  }
  for (const status of await load.stop()) expect(allowedStatuses).toContain(status);
  await service.recovers();
});
