import * as Effect from "effect/Effect";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { tableName } from "../../src/adapters/postgres/record/sql/sqlNames.ts";
import { tidemark } from "../adapters/cli/tidemark.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Tokens } from "./App.ts";
import { recordsAtPds } from "./RecordsAtPds.ts";
import { accountWithStatuses, setActive, statusKey, statusWrite, writeAtPds } from "./RepositoryAtPds.ts";
import { startService, type TestService } from "./startService.ts";

const callback = "http://127.0.0.1:4321/callback";
/** Kills, backfills and logins of accounts with many records take their time. */
vi.setConfig({ testTimeout: 90_000 });

const collection = "xyz.statusphere.status";
const page = `query ($did: String, $after: String) {
  xyzStatusphereStatus(where: { did: { eq: $did } }, first: 1000, after: $after, sortBy: [{ field: uri, direction: ASC }]) {
    totalCount edges { node { uri cid } } pageInfo { hasNextPage endCursor }
  }
}`;
const meanwhile = `query ($did: String) {
  xyzStatusphereStatus(where: { did: { eq: $did }, status: { eq: "🌊" } }) { totalCount }
}`;
const count = `query ($did: String) { xyzStatusphereStatus(where: { did: { eq: $did } }) { totalCount } }`;

/** Asks until the answer is the right one; fails with the last answer. */
const until = async <A>(ask: () => Promise<A>, isRight: (answer: A) => boolean, milliseconds = 30_000): Promise<A> => {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`It did not come to be: ${JSON.stringify(answer).slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

await withPds("what the user already has", (network) => {
  let running: TestService;
  let app: App;

  beforeAll(async () => {
    running = await startService(network);
    app = await App.make(running.service, await running.register("public", callback));
  });
  afterAll(() => running?.stop());

  const indexed = async ({ did }: Account): Promise<number> => {
    const { data } = await app.graphql(count, { did });
    return Number(Object(data).xyzStatusphereStatus?.totalCount);
  };

  const allIndexed = async ({ did }: Account): Promise<ReadonlyArray<string>> => {
    const all: Array<string> = [];
    for (let after: string | null = null, more = true; more; ) {
      const answer: { readonly data: unknown } = await app.graphql(page, { did, after });
      const { edges, pageInfo } = Object(answer.data).xyzStatusphereStatus;
      for (const { node } of edges) all.push(`${node.uri} ${node.cid}`);
      more = pageInfo.hasNextPage;
      after = pageInfo.endCursor;
    }
    return all;
  };

  const published = async ({ did, pds }: Account): Promise<ReadonlyArray<string>> =>
    (await recordsAtPds(pds, did, collection)).map(({ cid, uri }) => `${uri} ${cid}`).toSorted();

  const isSame = async (account: Account): Promise<boolean> =>
    (await allIndexed(account)).join("\n") === (await published(account)).join("\n");

  it("A repository is indexed within seconds of the first login, which does not wait for it", async () => {
    const account = await accountWithStatuses(network, "backfill-a.test", 450);
    await writeAtPds(account, [
      {
        action: "create",
        collection: "app.neutral.actor.profile",
        rkey: "self",
        value: { $type: "app.neutral.actor.profile", displayName: "Ann" }
      },
      { action: "create", collection: "com.example.other", rkey: "x", value: { $type: "com.example.other" } },
      {
        action: "create",
        collection,
        rkey: statusKey(999),
        value: { $type: collection, status: "7", createdAt: "2026-11-27T12:00:00.000Z", deep: { a: [{ b: null }] } }
      }
    ]);
    await app.login(account);
    await until(
      () => indexed(account),
      (total) => total === 451,
      10_000
    );
    expect(await isSame(account)).toBe(true);
    const { data } = await app.graphql(
      "query ($did: String) { appNeutralActorProfile(where: { did: { eq: $did } }) { edges { node { displayName } } } }",
      { did: account.did }
    );
    expect(data).toEqual({ appNeutralActorProfile: { edges: [{ node: { displayName: "Ann" } }] } });
  });

  it("A record that the index cannot show is left out and listed, and its earlier version is no longer shown", async () => {
    const account = await accountWithStatuses(network, "backfill-skipped.test", 2);
    await app.login(account);
    await until(
      () => indexed(account),
      (total) => total === 2
    );
    const deep = JSON.parse(`${"[".repeat(130)}${"]".repeat(130)}`);
    await writeAtPds(account, [
      { action: "update", collection, rkey: statusKey(0), value: { $type: collection, status: "a", deep } },
      statusWrite("update", 1, "new")
    ]);
    await app.login(account);
    await until(
      async () => running.service.output,
      (output) => output.includes("1 records stored, 1 removed, 1 skipped")
    );
    expect(await indexed(account)).toBe(1);
    const ask = (...args: ReadonlyArray<string>) =>
      Effect.runPromise(tidemark(running.env, ...args, "--did", account.did));
    const uri = `at://${account.did}/${collection}/${statusKey(0)}`;
    const { skipped, total } = JSON.parse((await ask("sync", "skipped", "--json")).stdout);
    expect([total, skipped]).toEqual([1, [expect.objectContaining({ uri, reason: "nested-too-deep" })]]);
    const { stdout } = await ask("audit", "list", "--type", "RepositoryIndexed.v2");
    const named = uri.replace(account.did, account.handle);
    expect(stdout).toContain(`1 stored, 1 removed, 1 skipped, namely ${named} (nested-too-deep).`);
  });

  it("The index picks up changes made elsewhere at the next login", async () => {
    const account = await accountWithStatuses(network, "backfill-b.test", 600);
    await app.login(account);
    await until(
      () => indexed(account),
      (total) => total === 600
    );
    await writeAtPds(account, [
      { action: "delete", collection, rkey: statusKey(0) },
      { action: "delete", collection, rkey: statusKey(599) },
      { action: "delete", collection, rkey: statusKey(300) },
      statusWrite("update", 17, "new"),
      statusWrite("create", 700, "new")
    ]);
    await app.login(account);
    await until(
      () => isSame(account),
      (same) => same
    );
    await until(
      async () => running.service.output,
      (output) => output.includes("2 records stored, 3 removed, 0 skipped")
    );
    await app.login(account);
    await app.login(account);
    expect(await isSame(account)).toBe(true);
  });

  it("An interrupted indexing is completed after the service was killed", async () => {
    const account = await accountWithStatuses(network, "backfill-c.test", 1500);
    const table = `tidemark_records."${tableName(collection)}"`;
    const other = new Client({ connectionString: running.env.DATABASE_URL });
    await other.connect();
    await other.query("begin");
    // Somebody who is about to store the same record lets nobody store it before them.
    await other.query(
      `insert into ${table} (uri, cid, did, rkey, indexed_at, value, paths, layout) values ($1, '', '', '', 0, '', '{}', '')`,
      [`at://${account.did}/${collection}/${statusKey(1000)}`]
    );
    await app.login(account);
    await until(
      () => indexed(account),
      (total) => total === 1000
    );
    await running.service.kill();
    await other.query("rollback");
    await other.end();
    await running.service.start();
    expect(await indexed(account)).toBe(1000);
    await until(
      () => indexed(account),
      (total) => total === 1500,
      60_000
    );
    expect(await isSame(account)).toBe(true);
  });

  it("Indexing does not undo what an app writes meanwhile", async () => {
    const account = await accountWithStatuses(network, "backfill-d.test", 2000);
    const tokens: Tokens = await app.login(account);
    for (let at = 0; at < 20; at += 1) {
      const rkey = statusKey(at * 100);
      const change =
        at % 2 === 0
          ? `mutation ($rkey: String!) { updateXyzStatusphereStatus(rkey: $rkey, input: { status: "🌊", createdAt: "2026-11-28T00:00:00.000Z" }) { uri } }`
          : `mutation ($rkey: String!) { deleteXyzStatusphereStatus(rkey: $rkey) { uri } }`;
      expect((await app.graphql(change, { rkey }, tokens)).errors).toBeUndefined();
    }
    await until(
      () => isSame(account),
      (same) => same
    );
    await until(
      async () => running.service.output,
      (output) => output.includes(`Indexed the repository of ${account.did}`)
    );
    expect(await isSame(account)).toBe(true);
    const { data } = await app.graphql(meanwhile, { did: account.did });
    expect(data).toMatchObject({ xyzStatusphereStatus: { totalCount: 10 } });
  });

  it("A repository is fetched by one of several processes", async () => {
    const other = await running.another();
    const accounts = await Promise.all(
      ["f", "g", "h", "i"].map((name) => accountWithStatuses(network, `backfill-${name}.test`, 40))
    );
    await Promise.all(accounts.map((account, at) => (at % 2 === 0 ? app : app.at(other)).login(account)));
    for (const account of accounts) {
      await until(
        () => isSame(account),
        (same) => same
      );
      const lines = () => `${running.service.output}${other.output}`.split(`Indexed the repository of ${account.did}`);
      await until(
        async () => lines().length,
        (parts) => parts > 1
      );
      expect(lines()).toHaveLength(2);
    }
    await other.stop();
  });

  it("The records of a deactivated account are hidden until it is active and signs in again", async () => {
    const account = await accountWithStatuses(network, "backfill-e.test", 3);
    await app.login(account);
    await until(
      () => indexed(account),
      (total) => total === 3
    );
    const login = app.begin();
    const atPds = await app.visit(login, await app.authorizationUrl(login, { login_hint: account.handle }));
    const back = await app.approve(atPds, account);
    await setActive(account, false);
    await app.visit(login, back);
    await until(
      () => indexed(account),
      (total) => total === 0
    );
    await setActive(account, true);
    await app.login(account);
    await until(
      () => indexed(account),
      (total) => total === 3
    );
  });
});
