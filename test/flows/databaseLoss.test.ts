import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as TestDatabase from "../support/TestDatabase.ts";
import { ServiceProcess } from "./ServiceProcess.ts";
import { Wire } from "./Wire.ts";

const databases = ManagedRuntime.make(TestDatabase.database);
let wire: Wire;
let service: ServiceProcess;
let dataDir: string;

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  const database = new URL(Redacted.value(url));
  const port = Number(database.port || 5432);
  const folder = database.searchParams.get("host");
  wire = await Wire.to(folder === null ? { host: database.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` });
  const user = database.username || (database.searchParams.get("user") ?? "");
  const target = new URL(`postgresql://${user}:${database.password}@127.0.0.1:${wire.port}${database.pathname}`);
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-loss-"));
  service = await ServiceProcess.start({ env: { DATABASE_URL: target.href, DATA_DIR: dataDir } });
});

afterAll(async () => {
  await service?.stop();
  await wire?.cut();
  await databases.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

const query = () =>
  fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ xyzStatusphereStatus { totalCount } }" })
  });
const token = () =>
  fetch(`${service.reach}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: "x",
      client_id: "client_0000000000000000000000"
    })
  });
const ready = () => fetch(`${service.reach}/ready`);

const eventually = async (check: () => Promise<boolean>): Promise<void> => {
  const patience = Date.now() + 15_000;
  while (!(await check())) {
    if (Date.now() > patience) throw new Error("it did not come to pass");
    await Effect.runPromise(Effect.sleep("50 millis"));
  }
};

it("answers 503 while the database is away, and is as before when it is back", async () => {
  expect((await query()).status).toBe(200);
  await wire.cut();
  const away = await query();
  expect(away.status).toBe(503);
  expect(away.headers.get("retry-after")).toBe("1");
  expect(await away.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
  expect((await ready()).status).toBe(503);
  expect((await fetch(`${service.reach}/health`)).status).toBe(200);
  expect([400, 401, 503]).toContain((await token()).status);
  await wire.mend();
  await eventually(async () => (await ready()).status === 200);
  await eventually(async () => (await query()).status === 200);
  expect(service.output).not.toMatch(/at .*\.ts:\d+/);
});
