import { setTimeout } from "node:timers/promises";
import { assert } from "@effect/vitest";
import { afterAll, afterEach, beforeAll, beforeEach, it } from "vitest";
import { tid } from "../../src/domain/atproto/tid.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";
import { eventually } from "./eventually.ts";
import { statuses } from "./liveSync/collections.ts";
import { expectedRecords } from "./liveSync/expectedRecords.ts";
import { askGraphql, indexedRecords } from "./liveSync/indexedRecords.ts";
import { LiveInstance } from "./liveSync/LiveInstance.ts";
import { untilSame } from "./liveSync/untilSame.ts";
import { watchWriters } from "./liveSync/watchWriters.ts";
import { writeAtPds } from "./RepositoryAtPds.ts";

let network: StartedNetwork;
let account: Account;
let instance: LiveInstance;
let written = 0;

beforeAll(async () => {
  network = await startNetwork({ accounts: ["takeover.test"] });
  account = network.account("takeover.test");
});
afterAll(() => network?.stop());
beforeEach(async () => {
  instance = await LiveInstance.make(network);
});
afterEach(() => instance?.stop());

const write = async (): Promise<string> => {
  written += 1;
  const rkey = tid(1_790_000_000_000_000n + BigInt(written), 0);
  const value = { $type: statuses, status: "🌊", createdAt: "2026-11-29T00:00:00.000Z" };
  await writeAtPds(account, [{ action: "create", collection: statuses, rkey, value }]);
  return `at://${account.did}/${statuses}/${rkey}`;
};

const document = "query ($uri: String!) { xyzStatusphereStatus(where: { uri: { eq: $uri } }) { totalCount } }";

const isShown = async (service: string, uri: string): Promise<boolean> =>
  (await askGraphql(service, document, { uri })).includes('"totalCount":1');

/** Writes until a record comes over the stream: from then on the service follows it. */
const untilFollowed = (service: string): Promise<void> =>
  eventually("the stream is followed", async () => {
    const uri = await write();
    await setTimeout(200);
    return isShown(service, uri);
  });

const everything = (service: string, milliseconds: number) =>
  untilSame(
    () => expectedRecords(network.pdses[0]),
    () => indexedRecords(service),
    milliseconds
  );

it("Another process takes over within 10 seconds after the one that follows the source is killed", {
  timeout: 120_000
}, async () => {
  const former = await instance.start("former");
  await untilFollowed(former.reach);
  const next = await instance.start("next");
  await former.kill();
  const killedAt = performance.now();
  const uri = await write();
  await eventually("the next process follows the stream", () => isShown(next.reach, uri), 20_000);
  assert.isBelow(performance.now() - killedAt, 10_000);
  await everything(next.reach, 30_000);
});

it("A process that was stopped while it followed the source stores nothing when it continues", {
  timeout: 180_000
}, async () => {
  const former = await instance.start("former");
  await untilFollowed(former.reach);
  const writers = await watchWriters(instance.databaseUrl);
  const next = await instance.start("next");
  let isOver = false;
  const writing = (async () => {
    while (!isOver) await write();
  })();
  await eventually("the former process stores records", async () => (await writers.changes()).length > 20);
  process.kill(former.pid, "SIGSTOP");
  const byNext = async () => (await writers.changes()).filter((change) => change.process === "next").length;
  await eventually("the next process stores records", async () => (await byNext()) > 0, 20_000);
  process.kill(former.pid, "SIGCONT");
  await setTimeout(2_000);
  isOver = true;
  await writing;
  await everything(next.reach, 30_000);
  const changes = await writers.changes();
  const takenOverAt = changes.findIndex((change) => change.process === "next" && change.what === "cursor");
  assert.deepStrictEqual(
    changes.slice(takenOverAt).filter((change) => change.process === "former"),
    []
  );
  assert.isTrue(former.isRunning);
  await writers.stop();
});
