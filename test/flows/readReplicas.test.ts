import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { PostgresProcess } from "../support/PostgresProcess.ts";
import { startReplica } from "../support/replica.ts";
import { withPds } from "../support/withPds.ts";
import { App } from "./App.ts";
import { eventually } from "./eventually.ts";
import type { ServiceProcess } from "./ServiceProcess.ts";
import { startService, type TestService } from "./startService.ts";

const token = "metrics-token-of-this-test-0123456789";
const callback = "http://127.0.0.1:4321/callback";
const createStatus = `mutation ($status: String!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: "2026-11-27T12:00:00.000Z" }) { uri }
}`;
const countOf = (status: string) =>
  `query { xyzStatusphereStatus(where: { status: { eq: "${status}" } }) { totalCount } }`;

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

const metrics = (service: ServiceProcess): Promise<string> =>
  textOf(fetch(`${service.reach}/metrics`, { headers: { authorization: `Bearer ${token}` } }));

/** The sum of the series of a metric. */
const sumOf = (scraped: string, name: string): number =>
  [...scraped.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, "gm"))].reduce(
    (sum, [, value]) => sum + Number(value),
    0
  );

await withPds("two nodes over a primary and a replica", (network) => {
  let primary: PostgresProcess;
  let replica: PostgresProcess;
  let running: TestService;
  let second: ServiceProcess;
  let account: Account;
  let app: App;

  beforeAll(async () => {
    primary = await PostgresProcess.start();
    replica = await startReplica(primary);
    running = await startService(network, undefined, {
      DATABASE_URL: primary.url().href,
      DATABASE_READ_URL: replica.url().href,
      METRICS_TOKEN: token
    });
    second = await running.another();
    account = await network.pdses[0].createAccount({ handle: "replicas.test" });
    app = await App.make(running.service, await running.register("public", callback));
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    await replica?.remove();
    await primary?.remove();
  });

  const count = async (node: ServiceProcess, status: string): Promise<unknown> => {
    const body = JSON.stringify({ query: countOf(status) });
    const headers = { "content-type": "application/json" };
    return JSON.parse(await textOf(fetch(`${node.reach}/graphql`, { method: "POST", headers, body })));
  };

  it("Each sees at once what was written through the other, from the replica", async () => {
    const tokens = await app.login(account);
    for (const node of [running.service, second])
      await eventually(
        "the replica is in use",
        async () => sumOf(await metrics(node), "tidemark_replica_in_use") === 1
      );
    for (const status of ["a", "b", "c", "d", "e"]) {
      expect(await app.graphql(createStatus, { status }, tokens)).toMatchObject({ errors: undefined });
      for (const node of [second, running.service])
        expect(await count(node, status)).toEqual({ data: { xyzStatusphereStatus: { totalCount: 1 } } });
    }
    expect(sumOf(await metrics(second), "tidemark_replica_reads_total")).toBeGreaterThan(0);
  });

  it("Queries are answered while the replica is away, and the page Health says so", async () => {
    await replica.kill();
    expect(await count(second, "a")).toEqual({ data: { xyzStatusphereStatus: { totalCount: 1 } } });
    await eventually(
      "the replica is left out",
      async () => sumOf(await metrics(second), "tidemark_replica_in_use") === 0
    );
    // A process reports every 15 seconds, and scrapes share what they read for 5.
    const isKnown = async () =>
      (await metrics(running.service)).includes('tidemark_problem{kind="replica-left-out"} 1');
    await eventually("the problem is known", isKnown, 40_000);
    await replica.restart();
    await eventually(
      "the replica is in use again",
      async () => sumOf(await metrics(second), "tidemark_replica_in_use") === 1
    );
  });
});
