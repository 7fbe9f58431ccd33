import { get } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App } from "./App.ts";
import { eventually } from "./eventually.ts";
import { OwnDatabase } from "./OwnDatabase.ts";
import { startService, type TestService } from "./startService.ts";

const callback = "http://127.0.0.1:4321/callback";
const createStatus = `mutation ($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri status }
}`;

interface Readiness {
  readonly status: string;
  readonly process: string;
  readonly position: number;
  readonly log?: { readonly size: number };
}

/** Asks over a connection of its own, so that any worker may answer. */
const readiness = (reach: string): Promise<Readiness> =>
  new Promise((resolve, reject) => {
    const request = get(`${reach}/ready`, { agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    request.on("error", reject);
  });

const readinesses = (reach: string) => Promise.all(Array.from({ length: 8 }, () => readiness(reach)));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

await withPds("a service with two workers", (network) => {
  let running: TestService;
  let database: OwnDatabase;
  let account: Account;
  let app: App;

  beforeAll(async () => {
    running = await startService(network, undefined, { WORKERS: "2" });
    database = new OwnDatabase(new URL(running.env.DATABASE_URL ?? ""));
    account = await network.pdses[0].createAccount({ handle: "workers.test" });
    app = await App.make(running.service, await running.register("public", callback));
  }, 120_000);
  afterAll(() => running?.stop());

  const answering = async (): Promise<ReadonlySet<string>> =>
    new Set((await readinesses(running.service.reach)).map(({ process }) => process));

  /** The workers of the instance that report, by their ids. */
  const reported = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await database.rows("select process, (state->>'pid')::int as pid from tidemark.process_reports");
    return new Map(rows.map(({ process: id, pid }) => [String(id), Number(pid)]));
  };

  it("Connections go to both workers, and a third process reports without answering", async () => {
    await eventually("both answer", async () => (await answering()).size === 2);
    await eventually("three report", async () => (await reported()).size === 3);
  });

  it("The background jobs run in one process", async () => {
    const isIndexed = async () => /Indexed the references .* worker=background/.test(running.service.output);
    await eventually("the background worker has run a job", isIndexed);
    expect(running.service.output.match(/Indexed the references/g)).toHaveLength(1);
  });

  it("Logins, writes and refreshes pass through the workers at the same time", async () => {
    const flows = Array.from({ length: 6 }, async (_, number) => {
      const tokens = await app.login(account);
      const status = String(number);
      const created = await app.graphql(createStatus, { status, createdAt: "2026-11-27T12:00:00.000Z" }, tokens);
      expect(created).toMatchObject({ errors: undefined, data: { createXyzStatusphereStatus: { status } } });
      expect((await app.refresh(tokens)).sub).toBe(account.did);
    });
    await Promise.all(flows);
  });

  it("A killed worker is replaced, while the other one responds to every request", async () => {
    const before = await answering();
    const [killed = ""] = before;
    process.kill((await reported()).get(killed) ?? 0, "SIGKILL");
    await eventually("its end is noticed", async () => running.service.output.includes("ended with SIGKILL"));
    for (const { status } of await readinesses(running.service.reach)) expect(status).toBe("ready");
    await eventually(
      "another one responds",
      async () => {
        const now = await answering();
        return now.size === 2 && !now.has(killed);
      },
      45_000
    );
    expect(running.service.isRunning).toBe(true);
  });

  it("The background worker is replaced too, and continues its work", async () => {
    const responding = await answering();
    const background = [...(await reported())].filter(([id, pid]) => !responding.has(id) && isAlive(pid));
    expect(background).toHaveLength(1);
    for (const [, pid] of background) process.kill(pid, "SIGKILL");
    await running.register("public", callback);
    await eventually(
      "the new event is sealed",
      async () => {
        const { log, position } = await readiness(running.service.reach);
        return log?.size === position;
      },
      45_000
    );
    expect(await answering()).toEqual(responding);
  });

  it("SIGTERM ends every process, and the exit code is 0", async () => {
    const pids = [...(await reported()).values()].filter(isAlive);
    expect(pids).toHaveLength(3);
    expect(await running.service.stop()).toBe(0);
    await setTimeout(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
