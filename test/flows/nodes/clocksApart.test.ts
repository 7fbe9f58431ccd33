import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { App } from "../App.ts";
import { OwnDatabase } from "../OwnDatabase.ts";
import type { NodeSet } from "./NodeSet.ts";
import { type StartedNodes, startNodes } from "./startNodes.ts";

const offsets = ["0", "600000", "-600000"];
const preload = fileURLToPath(new URL("offsetClock.ts", import.meta.url));

const createStatus = `mutation { createXyzStatusphereStatus(input: { status: "t", createdAt: "2026-11-29T12:00:00Z" }) { uri } }`;

await withPds("three nodes whose clocks are ten minutes apart", (network) => {
  let started: StartedNodes;
  let set: NodeSet;
  let account: Account;

  beforeAll(async () => {
    started = await startNodes({
      network,
      count: offsets.length,
      settingsOf: (number) => ({ NODE_OPTIONS: `--import=${preload}`, CLOCK_OFFSET_MS: offsets[number] ?? "0" })
    });
    set = started.set;
    account = await network.pdses[0].createAccount({ handle: "clocks-apart.test" });
  }, 180_000);
  afterAll(() => started?.stop());

  it("Every step of a login, refreshes and writes pass at every node, whichever issued what they need", async () => {
    const app = await App.make(set.proxy, await set.register("public", "http://127.0.0.1:4321/callback"));
    for (let round = 0; round < offsets.length; round += 1) {
      const refreshed = await app.refresh(await app.login(account));
      for (const { process } of set.nodes) {
        const at = app.at({ publicUrl: set.proxy.publicUrl, reach: process.reach });
        expect((await at.graphql(createStatus, {}, refreshed)).errors).toBeUndefined();
      }
    }
    expect(set.proxy.failed).toEqual([]);
  }, 60_000);

  it("The header Date, by which apps correct their proofs, is the same time at every node", async () => {
    for (const { process } of set.nodes) {
      const date = Date.parse((await fetch(`${process.reach}/health`)).headers.get("date") ?? "");
      expect(Math.abs(date - Date.now())).toBeLessThan(5_000);
    }
  });

  it("Events have the time of the database, and a node with another clock names the difference once", async () => {
    const database = new OwnDatabase(new URL(set.env.DATABASE_URL ?? ""));
    const [row] = await database.rows(
      "select max(abs(extract(epoch from now() - recorded_at::timestamptz)))::int as seconds from tidemark.events"
    );
    expect(row?.seconds).toBeLessThan(300);
    const lines = set.nodes.map(({ process }) => process.output.match(/The clock of this machine is [^;]*/g) ?? []);
    expect(lines).toEqual([
      [],
      [expect.stringMatching(/is 600 s ahead of that of the database/)],
      [expect.stringMatching(/is 600 s behind that of the database/)]
    ]);
  });
});
