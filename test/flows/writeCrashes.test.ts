import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Tokens } from "./App.ts";
import { eventually } from "./eventually.ts";
import { noteLexicons } from "./noteLexicons.ts";
import { PdsProxy } from "./PdsProxy.ts";
import { recordsAtPds } from "./RecordsAtPds.ts";
import { startService, type TestService } from "./startService.ts";
import { TcpProxy } from "./TcpProxy.ts";
import { WriteLog } from "./WriteLog.ts";

const collection = "dev.tidemark.note";
const create = "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri cid text indexedAt } }";

/** A promise that is settled from outside. */
const gate = () => Promise.withResolvers<void>();

await withPds("kill -9 at every point of a write", (network) => {
  let running: TestService;
  let proxy: PdsProxy;
  let lexicons: string;
  let app: App;
  let tokens: Tokens;
  let account: Account;
  let log: WriteLog;

  beforeAll(async () => {
    lexicons = await noteLexicons();
    proxy = await PdsProxy.before(network.pdses[0].url);
    running = await startService(network, undefined, { ...proxy.env, LEXICON_DIR: lexicons });
    account = await network.pdses[0].createAccount({ handle: "write-crash.test" });
    app = await App.make(running.service, await running.register("public", "http://127.0.0.1:4321/callback"));
    tokens = await app.login(account);
    log = await WriteLog.at(running.env.DATABASE_URL ?? "");
  });
  afterAll(async () => {
    await log?.stop();
    await running?.stop();
    await proxy?.stop();
    await rm(lexicons, { recursive: true, force: true });
  });

  const send = (text: string, key?: string, via: App = app) =>
    via.graphql(create, { text }, tokens, key === undefined ? {} : { "idempotency-key": key });

  /** Each lets the service die at one point of a write that `send` began. */
  const points: ReadonlyArray<readonly [string, boolean, (begin: (via?: App) => Promise<unknown>) => Promise<void>]> = [
    [
      "before it is recorded",
      false,
      (begin) =>
        log.whileAppendsWait(async (untilOneWaits) => {
          const sent = begin().catch(() => "lost");
          await untilOneWaits();
          await running.service.kill();
          expect(await sent).toBe("lost");
        })
    ],
    [
      "after it is recorded, before the PDS has it",
      false,
      async (begin) => {
        const [arrived, released] = [gate(), gate()];
        proxy.fate = {
          forward: async () => {
            arrived.resolve();
            await released.promise;
            return false;
          }
        };
        const sent = begin().catch(() => "lost");
        await arrived.promise;
        await running.service.kill();
        released.resolve();
        expect(await sent).toBe("lost");
      }
    ],
    [
      "after the PDS has it, before its response",
      true,
      async (begin) => {
        const [answered, released] = [gate(), gate()];
        proxy.fate = {
          answer: async (_, status) => {
            // The first answer of a PDS may ask for another proof.
            if (status !== 200) return true;
            answered.resolve();
            await released.promise;
            return false;
          }
        };
        const sent = begin().catch(() => "lost");
        await answered.promise;
        await running.service.kill();
        released.resolve();
        expect(await sent).toBe("lost");
      }
    ],
    [
      "after the response of the PDS, before that is recorded",
      true,
      async (begin) => {
        const [answered, released] = [gate(), gate()];
        proxy.fate = {
          answer: async (_, status) => {
            // The first answer of a PDS may ask for another proof.
            if (status !== 200) return true;
            answered.resolve();
            await released.promise;
            return true;
          }
        };
        const sent = begin().catch(() => "lost");
        await answered.promise;
        await log.whileAppendsWait(async (untilOneWaits) => {
          released.resolve();
          await untilOneWaits();
          await running.service.kill();
        });
        expect(await sent).toBe("lost");
      }
    ],
    [
      "after all is recorded, before the response to the app",
      true,
      async (begin) => {
        const wire = await TcpProxy.to({ host: "127.0.0.1", port: running.service.port });
        const before = (await log.writes()).length;
        const beyond = Object.assign(Object.create(running.service), { reach: `http://127.0.0.1:${wire.port}` });
        proxy.fate = {
          answer: async (_, status) => {
            if (status === 200) await wire.cut();
            return true;
          }
        };
        const sent = begin(app.at(beyond)).catch(() => "lost");
        expect(await sent).toBe("lost");
        await eventually("it is written", async () => {
          const writes = await log.writes();
          return writes.length > before && writes.at(-1)?.story.at(-1) === "RecordWritten";
        });
        await running.service.kill();
      }
    ]
  ];

  const recordsOf = async (text: string) => {
    const all = await recordsAtPds(network.pdses[0].url, account.did, collection);
    return all.filter(({ value }) => Object(value).text === text);
  };

  /** The log, the PDS and the index say the same of every address that a write named. */
  const agree = async () => {
    const atPds = new Map(
      (await recordsAtPds(network.pdses[0].url, account.did, collection)).map(({ cid, uri }) => [uri, cid])
    );
    const writes = await log.writes();
    const written = writes.filter(({ story }) => story.at(-1) === "RecordWritten");
    const claimed = new Map(written.flatMap(({ cids, uris }) => uris.map((uri, at) => [uri, cids[at]] as const)));
    expect(Object.fromEntries(claimed)).toEqual(Object.fromEntries(atPds));
    expect(Object.fromEntries(await log.indexed(collection))).toEqual(Object.fromEntries(atPds));
  };

  describe("with an idempotency key", () => {
    for (const [at, [name, , dieAt]] of points.entries()) {
      it(`A retry with an idempotency key finds or creates the one record: ${name} (EV-02, EV-11)`, async () => {
        const key = `crash ${at}`;
        await dieAt((via) => send(key, key, via));
        proxy.fate = {};
        await running.service.start();
        const retried = await send(key, key);
        expect(retried.errors).toBeUndefined();
        const records = await recordsOf(key);
        expect(records).toHaveLength(1);
        expect(Object(retried.data).createDevTidemarkNote).toMatchObject({ uri: records[0]?.uri, text: key });
        expect(await send(key, key)).toMatchObject({ data: retried.data });
        expect(await recordsOf(key)).toHaveLength(1);
        await agree();
      });
    }
  });

  describe("without a retry", () => {
    it("Every write without a retry is reconciled at the next start by querying the PDS (EV-11)", {
      timeout: 120_000
    }, async () => {
      const before = (await log.writes()).length;
      for (const [at, [, isWritten, dieAt]] of points.entries()) {
        const status = `no retry ${at}`;
        await dieAt((via) => send(status, undefined, via));
        proxy.fate = {};
        await running.service.start();
        if (isWritten) {
          await eventually("it is settled", async () => (await log.writes()).at(-1)?.story.at(-1) === "RecordWritten");
        }
        expect(await recordsOf(status)).toHaveLength(isWritten ? 1 : 0);
      }
      const isSettled = ({ story }: { readonly story: ReadonlyArray<string> }) =>
        ["RecordWritten", "WriteRejected(not-there)"].includes(story.at(-1) ?? "");
      await eventually("all are settled", async () => (await log.writes()).every(isSettled), 60_000);
      const stories = (await log.writes()).slice(before).map(({ story }) => story.at(-1));
      // The database may have stored the request of the first one after the service was dead.
      expect(stories.slice(-4)).toEqual([
        "WriteRejected(not-there)",
        "RecordWritten",
        "RecordWritten",
        "RecordWritten"
      ]);
      await agree();
    });
  });
});
