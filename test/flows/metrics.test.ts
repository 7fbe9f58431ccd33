import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { Pool } from "undici";
import { afterAll, assert, beforeAll, describe, it } from "vitest";
import { freePort } from "../pds/freePort.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecretsEnvironment } from "../support/testSubjectKeys.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

/** How many requests try to add a series. */
const hostileRequests = Number(process.env.METRICS_REQUESTS ?? "3000");

const token = "metrics-token-of-this-test-0123456789";
const secretText = "very-secret-value";

const text = (): string => randomBytes(6).toString("hex");

const paths: ReadonlyArray<() => string> = [
  () => `/${text()}`,
  () => `/oauth/authorize?client_id=${secretText}&request_uri=${text()}`,
  () => `/oauth/atp/callback?code=${secretText}&state=${text()}`,
  () => `/settings/${text()}`,
  () => `/log/tile/0/${text()}`,
  () => `/blobs/did:plc:${text()}/${secretText}`,
  () => `/.well-known/${text()}`,
  () => "/graphql"
];

const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"] as const;

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

describe("metrics at a port of their own", () => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  let service: ServiceProcess;
  let dataDir = "";
  let metricsUrl = "";

  const scrape = (presented: string | null = token) =>
    fetch(metricsUrl, presented === null ? {} : { headers: { authorization: `Bearer ${presented}` } });

  const seriesOf = (body: string): ReadonlyArray<string> =>
    body
      .split("\n")
      .flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.slice(0, line.lastIndexOf(" "))]));

  beforeAll(async () => {
    const { url } = await databases.runPromise(TestDatabase.TestDatabase);
    dataDir = await mkdtemp(join(tmpdir(), "tidemark-metrics-"));
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    service = await ServiceProcess.start({
      env: {
        DATABASE_URL: Redacted.value(url),
        DATA_DIR: dataDir,
        METRICS_PORT: String(port),
        METRICS_TOKEN: token,
        RATE_LIMIT_PER_ADDRESS: "off",
        ...testSecretsEnvironment
      }
    });
  }, 60_000);

  afterAll(async () => {
    await service?.stop();
    await databases.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("are served to whoever presents the token, and nowhere else", async () => {
    for (const presented of [null, "x", `${token}x`, token.slice(1)]) {
      const refused = await scrape(presented);
      assert.strictEqual(refused.status, 401);
      assert.strictEqual(refused.headers.get("www-authenticate"), 'Bearer realm="metrics"');
      assert.notInclude(await refused.text(), "tidemark_build_info");
    }
    assert.strictEqual((await scrape()).status, 200);
    const elsewhere = await fetch(`${service.reach}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    assert.strictEqual(elsewhere.status, 404);
  });

  it.skipIf(!hasPromtool)("pass promtool without a remark", async () => {
    const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
      input: await (await scrape()).text(),
      encoding: "utf8"
    });
    assert.deepStrictEqual({ status, stderr, stdout }, { status: 0, stderr: "", stdout: "" });
  });

  it("are those that the documentation lists, with their types", async () => {
    const body = await (await scrape()).text();
    const served = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const page = readFileSync(new URL("../../docs/metrics.md", import.meta.url), "utf8");
    const listed = [...page.matchAll(/^\| `([a-z_0-9]+)` \| (counter|gauge|histogram) \|/gm)].map(
      ([, name, type]) => `${name} ${type}`
    );
    assert.sameMembers(listed, served);
  });

  it(`have no series more, and nothing of the requests, after ${hostileRequests} hostile ones`, async () => {
    const before = seriesOf(await (await scrape()).text());
    const pool = new Pool(service.reach, { connections: 16 });
    const send = async (at: number) => {
      const method = methods[at % methods.length] ?? "GET";
      const response = await pool.request({
        method,
        path: paths[at % paths.length]?.() ?? "/",
        headers: { authorization: `DPoP ${secretText}`, "user-agent": text(), "content-type": "application/json" },
        ...(method === "POST" && { body: JSON.stringify({ query: `{ ${text()}(did: "${secretText}") }` }) })
      });
      await response.body.dump();
    };
    let next = 0;
    const worker = async () => {
      while (next < hostileRequests) await send(next++);
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    await pool.close();
    const body = await (await scrape()).text();
    assert.sameMembers([...seriesOf(body)], [...before]);
    for (const secret of [secretText, token, "did:plc"]) assert.notInclude(body, secret);
    const counted = [...body.matchAll(/^tidemark_http_requests_total\{.*\} (\d+)$/gm)].map(([, count]) =>
      Number(count)
    );
    assert.isAtLeast(
      counted.reduce((sum, count) => sum + count, 0),
      hostileRequests
    );
  }, 300_000);
});
