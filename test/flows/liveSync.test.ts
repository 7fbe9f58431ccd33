import { setTimeout } from "node:timers/promises";
import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { afterAll, beforeAll, it } from "vitest";
import { tidemark } from "../adapters/cli/tidemark.ts";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";
import { Dice } from "./faults/Dice.ts";
import { BusyAccount } from "./liveSync/BusyAccount.ts";
import { callAsAccount, callAsOperator } from "./liveSync/callPds.ts";
import { profiles } from "./liveSync/collections.ts";
import { expectedRecords } from "./liveSync/expectedRecords.ts";
import { indexedRecords, indexedRows } from "./liveSync/indexedRecords.ts";
import { LiveInstance } from "./liveSync/LiveInstance.ts";
import { untilSame } from "./liveSync/untilSame.ts";
import { statusWrite, writeAtPds } from "./RepositoryAtPds.ts";

const kills = 20;
const accounts = 10;

let network: StartedNetwork;
let instance: LiveInstance;

beforeAll(async () => {
  network = await startNetwork({ accounts: [] });
  instance = await LiveInstance.make(network);
});
afterAll(async () => {
  await instance?.stop();
  await network?.stop();
});

/** It takes about five minutes, so it runs only where a seed is set. */
const isSelected = process.env.LIVE_SYNC_SEED !== undefined;

it.runIf(isSelected)(
  "An empty instance ends with exactly the records of the PDS while its accounts act and it is killed 20 times",
  {
    timeout: 600_000
  },
  async () => {
    const seed = Number(process.env.LIVE_SYNC_SEED);
    const dice = new Dice(seed);
    const [pds] = network.pdses;

    const busy = await Promise.all(
      Array.from({ length: accounts }, async (_, at) => {
        const account = await pds.createAccount({ handle: `live${at}.test` });
        return new BusyAccount(`live${at}`, account, new Dice(seed + at + 1));
      })
    );
    for (const each of busy) {
      await each.introduce();
      for (let at = 0; at < 10; at += 1) await each.act();
    }
    // It writes nothing later, so that only the backfill finds it.
    const quiet = await pds.createAccount({ handle: "quiet.test" });
    await writeAtPds(
      quiet,
      Array.from({ length: 250 }, (_, at) => statusWrite("create", at, `old ${at}`))
    );
    // Nobody signs in, and this author has nothing in an open collection.
    const stranger = await pds.createAccount({ handle: "stranger.test" });
    const profile = { $type: profiles, displayName: "Stranger" };
    await writeAtPds(stranger, [{ action: "create", collection: profiles, rkey: "self", value: profile }]);

    let service = await instance.start("killed");
    let isOver = false;
    const acting = Promise.all(busy.map((each) => each.actUntil(() => isOver)));
    const started = await Effect.runPromise(tidemark(instance.env, "sync", "backfill", "--all"));
    assert.strictEqual(started.code, 0, started.stderr);

    try {
      for (let at = 0; at < kills; at += 1) {
        await setTimeout(dice.below(2_500));
        await service.kill();
        service = await instance.start("killed");
      }
    } finally {
      isOver = true;
      await acting;
    }

    const [deleted, suspended, away, giver, taker] = busy;
    if (!deleted || !suspended || !away || !giver || !taker) throw new Error("Too few accounts");
    for (const each of [giver, taker]) if (each.isAway) await each.comeBack();
    if (!away.isAway) await away.leave();
    await callAsOperator(pds, "com.atproto.admin.deleteAccount", { did: deleted.account.did });
    const subject = { $type: "com.atproto.admin.defs#repoRef", did: suspended.account.did };
    await callAsOperator(pds, "com.atproto.admin.updateSubjectStatus", {
      subject,
      takedown: { applied: true, ref: "1" }
    });
    // A handle that passes to somebody else.
    await callAsAccount(giver.account, "com.atproto.identity.updateHandle", { handle: "passed.test" });
    await callAsAccount(giver.account, "com.atproto.identity.updateHandle", { handle: "giver.test" });
    await callAsAccount(taker.account, "com.atproto.identity.updateHandle", { handle: "passed.test" });

    const compared = () =>
      untilSame(
        () => expectedRecords(pds),
        () => indexedRecords(service.reach),
        120_000
      ).catch((problem) => {
        const log = service.output.slice(-4_000);
        throw new Error(`LIVE_SYNC_SEED=${seed}\n${problem}\n${log}`);
      });
    const shown = await compared();
    const rows = shown.map((line) => line.split(" ", 2).join(" ")).toSorted();
    assert.deepStrictEqual(await indexedRows(instance.databaseUrl), rows);
    assert.isAbove(rows.length, accounts * 10);

    await callAsOperator(pds, "com.atproto.admin.updateSubjectStatus", { subject, takedown: { applied: false } });
    for (const each of busy) if (each.isAway) await each.comeBack();
    const all = await compared();
    assert.isAbove(all.length, shown.length);
    assert.isTrue(all.some((line) => line.includes(" passed.test ") && line.includes(taker.account.did)));
  }
);
