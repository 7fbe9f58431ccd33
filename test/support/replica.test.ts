import { afterAll, beforeAll, expect, test } from "vitest";
import { PostgresProcess } from "./PostgresProcess.ts";
import { caughtUp, startReplica } from "./replica.ts";

const servers: Array<PostgresProcess> = [];

const started = async (start: Promise<PostgresProcess>): Promise<PostgresProcess> => {
  const server = await start;
  servers.push(server);
  return server;
};

let primary: PostgresProcess;
let replica: PostgresProcess;

beforeAll(async () => {
  primary = await started(PostgresProcess.start());
  await primary.query("create table notes (text text)");
  replica = await started(startReplica(primary));
}, 60_000);

afterAll(() => Promise.all(servers.map((server) => server.remove())));

const texts = async (server: PostgresProcess) =>
  (await server.query<{ text: string }>("select text from notes order by text")).map(({ text }) => text);

test("a replica has what the primary committed, and refuses writes", async () => {
  await primary.query("insert into notes values ('first')");
  await caughtUp(primary, replica);
  expect(await texts(replica)).toEqual(["first"]);
  await expect(replica.query("insert into notes values ('refused')")).rejects.toThrow("read-only transaction");
});

test("a replica that was killed continues where it was, also after the primary crashed", async () => {
  await replica.kill();
  await primary.query("insert into notes values ('second')");
  await primary.stop("immediate");
  await primary.restart();
  await replica.restart();
  await caughtUp(primary, replica);
  expect(await texts(replica)).toEqual(["first", "second"]);
});

test("a promoted replica accepts writes, and can be replicated in turn", async () => {
  await primary.stop();
  await replica.promote();
  await replica.query("insert into notes values ('third')");
  const next = await started(startReplica(replica, { name: "next" }));
  await caughtUp(replica, next);
  expect(await texts(next)).toEqual(["first", "second", "third"]);
});
