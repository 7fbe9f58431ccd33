import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Scope from "effect/Scope";
import { Client } from "pg";
import { afterAll, assert, beforeAll, it, vi } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { type LabelerServer, labelerServer } from "../support/labelerServer.ts";
import { withPds } from "../support/withPds.ts";
import { App } from "./App.ts";
import { eventually } from "./eventually.ts";
import { LabelerAtPlc } from "./LabelerAtPlc.ts";
import { accountWithStatuses, statusKey } from "./RepositoryAtPds.ts";
import { startService, type TestService } from "./startService.ts";

vi.setConfig({ testTimeout: 90_000 });

const callback = "http://127.0.0.1:4321/callback";
const collection = "xyz.statusphere.status";
const answered = `query ($did: String) {
  all: xyzStatusphereStatus(where: { did: { eq: $did } }) { totalCount edges { node { labels { src val uri } } } }
  labeled: xyzStatusphereStatus(where: { did: { eq: $did }, labels: { has: ["spam"] } }) { totalCount }
}`;

/** A labeler in the directory, with its server. */
interface Running {
  readonly server: LabelerServer;
  readonly registered: LabelerAtPlc;
}

await withPds("labels of external labelers", (network) => {
  let running: TestService;
  let app: App;
  let account: Account;
  const labelers: Array<Running> = [];
  const scope = Effect.runSync(Scope.make());

  const startLabeler = async (): Promise<Running> => {
    const server = await Effect.runPromise(Scope.extend(labelerServer(), scope));
    const registered = await LabelerAtPlc.register(network.plc.url, server.endpoint);
    server.maker = registered.maker;
    return { server, registered };
  };

  const labeler = (at: number): Running => {
    const found = labelers[at];
    if (found === undefined) throw new Error("There is no such labeler");
    return found;
  };

  const uriOf = (at: number): string => `at://${account.did}/${collection}/${statusKey(at)}`;

  const answer = async () => {
    const { data } = await app.graphql(answered, { did: account.did });
    const { all, labeled } = Object(data);
    const edges: ReadonlyArray<{ readonly node: { readonly labels: ReadonlyArray<unknown> } }> = all?.edges ?? [];
    return {
      total: Number(all?.totalCount),
      labeled: Number(labeled?.totalCount),
      labels: edges.flatMap(({ node }) => node.labels)
    };
  };

  const ask = async (): Promise<number> => (await answer()).total;

  const isShown = (total: number) =>
    eventually(`${total} records are shown`, async () => (await ask()) === total, 30_000);

  const sql = async (statement: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const client = new Client({ connectionString: running.env.DATABASE_URL });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };

  const isStored = ({ registered: { maker }, server }: Running) =>
    eventually("the labels are stored", async () => {
      const [row] = await sql(`select cursor::int from tidemark.sync_cursors where address = '${maker.did}'`);
      return row?.cursor === server.seq;
    });

  beforeAll(async () => {
    labelers.push(await startLabeler(), await startLabeler());
    const LABELERS = labelers.map(({ registered }) => registered.maker.did).join();
    running = await startService(network, undefined, { LABELERS });
    app = await App.make(running.service, await running.register("public", callback));
    account = await accountWithStatuses(network, "labeled-a.test", 2);
    await app.login(account);
    await isShown(2);
  }, 90_000);

  afterAll(async () => {
    await running?.stop();
    await Effect.runPromise(Scope.close(scope, Exit.void));
  });

  it("A label of a labeler is shown, and found by a filter", async () => {
    const { registered, server } = labeler(0);
    await server.label({ uri: uriOf(0), val: "spam" });
    await isStored(labeler(0));
    const { labeled, labels } = await answer();
    assert.strictEqual(labeled, 1);
    assert.deepStrictEqual(labels, [{ src: registered.maker.did, val: "spam", uri: uriOf(0) }]);
  });

  it("A takedown of a labeler hides a record until the same labeler takes it back", async () => {
    const takedown = { uri: uriOf(1), val: "!takedown" };
    await labeler(0).server.label(takedown);
    await isShown(1);
    await labeler(1).server.label({ ...takedown, neg: true, cts: "2027-01-01T00:00:00.000Z" });
    await isStored(labeler(1));
    assert.strictEqual(await ask(), 1);
    await labeler(0).server.label({ ...takedown, neg: true, cts: "2026-11-28T12:00:01.000Z" });
    await isShown(2);
  });

  it("A label that is signed by nobody, or by another labeler, has no effect", async () => {
    const { server } = labeler(0);
    const signed = await labeler(1).server.maker.sign({ uri: uriOf(1), val: "!takedown" });
    server.send(signed, { ...signed, src: server.maker.did });
    await isStored(labeler(0));
    assert.strictEqual(await ask(), 2);
    const rejected = await sql("select reason, rejected::int from tidemark.label_rejections order by reason");
    assert.deepStrictEqual(rejected, [
      { reason: "foreign-source", rejected: 1 },
      { reason: "signature-invalid", rejected: 1 }
    ]);
  });

  it("A killed service continues at the cursor, with the present key of the labeler", async () => {
    const { registered, server } = labeler(0);
    await isStored(labeler(0));
    const before = server.seq;
    await running.service.kill();
    await registered.rotate(server.endpoint);
    await server.label({ uri: account.did, val: "!suspend", cts: "2026-11-28T13:00:00.000Z" });
    await running.service.restart();
    await isShown(0);
    assert.strictEqual(server.cursors.at(-1), before);
    await server.label({ uri: account.did, val: "!suspend", neg: true, cts: "2026-11-28T13:00:01.000Z" });
    await isShown(2);
  });

  it("A labeler is followed by one process, and another one continues when it stops", async () => {
    const { server } = labeler(0);
    const second = await running.another();
    await running.service.kill();
    const before = server.seq;
    await server.label({ uri: uriOf(0), val: "!takedown", cts: "2026-11-28T14:00:00.000Z" });
    await isStored(labeler(0));
    assert.strictEqual(server.cursors.at(-1), before);
    await second.kill();
    await running.service.restart();
    await isShown(1);
  });
});
