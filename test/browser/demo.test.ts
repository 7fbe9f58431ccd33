import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { type RunningDemo, startDemo } from "../../scripts/demo/startDemo.ts";
import { summary } from "../../scripts/demo/summary.ts";
import { tidemarkIn } from "../adapters/cli/tidemark.ts";
import { freePort } from "../pds/freePort.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { startOnFreePorts } from "./startOnFreePorts.ts";

const read = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url, { redirect: "manual" });
    return { status: response.status, location: response.headers.get("location"), body: await response.text() };
  });

const feed = (server: string) =>
  Effect.promise(async () => {
    const query =
      "{ xyzStatusphereStatus { edges { node { status actorHandle appNeutralActorProfileByDid { displayName } } } } }";
    const response = await fetch(`${server}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query })
    });
    const statuses = (await response.text()).matchAll(
      /"status":"(.*?)","actorHandle":"(.*?)",.*?"displayName":"(.*?)"/g
    );
    return [...statuses].map(([, ...said]) => said.join(" ")).sort();
  });

/** Writes a status at the PDS with the password of the account, as another client does. */
const postElsewhere = (pdsUrl: string, { did, handle, password }: Account, status: string) =>
  Effect.promise(async () => {
    const call = async (method: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${pdsUrl}/xrpc/${method}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body)
      });
      return Object(await response.json());
    };
    const { accessJwt } = await call("com.atproto.server.createSession", { identifier: handle, password });
    const collection = "xyz.statusphere.status";
    const record = { $type: collection, status, createdAt: new Date().toISOString() };
    await call(
      "com.atproto.repo.createRecord",
      { repo: did, collection, record },
      { authorization: `Bearer ${accessJwt}` }
    );
  });

/** A second demo uses other ports and another folder, and says so. */
const besideAnother = (first: RunningDemo) =>
  Effect.scoped(
    Effect.gen(function* () {
      const port = (url: string) => Number(new URL(url).port);
      const [plc, pds] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]));
      const ports = { plc, pds, service: port(first.service.url), app: port(first.appUrl) };
      const { dataDirectory } = first;
      const second = yield* startDemo({ dataDirectory, ports, say: () => Effect.void });
      expect(second.dataDirectory).toBe(`${dataDirectory}-2`);
      expect(summary(second)).toContain(
        `!! Port ${ports.service} is taken, so the service is at ${second.service.url}.`
      );
      expect(summary(second)).toContain(`!! Port ${ports.app} is taken, so the example app is at ${second.appUrl}.`);
      expect(summary(second)).toContain(`!! Another demo is using ${dataDirectory}`);
      expect(summary(second)).toContain(`\n  export B=${second.service.url} DATA_DIR=${dataDirectory}-2/service\n`);
      const { code, named } = yield* tidemarkIn(process.cwd(), { DATA_DIR: second.service.dataDir }, "clients", "list");
      expect({ code, named }).toEqual({
        code: 0,
        named: [`Instance: ${second.service.dataDir} (embedded PostgreSQL; running at ${second.service.url})`]
      });
    })
  );

const seeded = ["☕ alice.test Alice", "🌊 alice.test Alice", "😴 bob.test Bob", "🚀 bob.test Bob"].sort();

it.scopedLive(
  "npm run demo runs once on its data, writes examples the first time, and finds everything again the next time",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const running = yield* startOnFreePorts(folder);
          expect(yield* feed(running.service.url)).toEqual(seeded);
          expect(yield* read(`${running.appUrl}config.json`)).toMatchObject({
            status: 200,
            body: JSON.stringify({ server: running.service.url, clientId: running.clientId })
          });
          const byName = yield* read(`${running.appUrl.replace("127.0.0.1", "localhost")}app.js`);
          expect(byName).toMatchObject({ status: 302, location: running.appUrl });
          expect((yield* read(`${running.appUrl}..%2fstyle.css`)).status).toBe(404);
          expect(summary(running)).toMatch(/setup token +setup_\S+/);
          const [alice] = running.accounts;
          if (alice === undefined) throw new Error("The demo has no account");
          yield* postElsewhere(running.pdsUrl, alice, "🦭");
          yield* Effect.repeat(feed(running.service.url), {
            until: (statuses) => statuses.includes("🦭 alice.test Alice"),
            schedule: Schedule.spaced("50 millis")
          });
          yield* besideAnother(running);
          return running;
        })
      );
      expect(yield* Effect.promise(() => fetch(first.service.url).catch(() => "stopped"))).toBe("stopped");

      const again = yield* startOnFreePorts(folder);
      expect(again.clientId).toBe(first.clientId);
      expect(again.accounts.map(({ did }) => did)).toEqual(first.accounts.map(({ did }) => did));
      expect(yield* feed(again.service.url)).toEqual([...seeded, "🦭 alice.test Alice"].sort());
    }),
  180_000
);
