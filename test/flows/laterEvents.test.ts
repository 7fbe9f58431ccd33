import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as PostgresClient from "../../src/adapters/postgres/connection/PostgresClient.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { eventually } from "./eventually.ts";
import { failedStart } from "./failedStart.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const databases = ManagedRuntime.make(TestDatabase.database);
let service: ServiceProcess;
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  databaseUrl = Redacted.value(url);
  folder = await mkdtemp(join(tmpdir(), "tidemark-later-"));
  service = await ServiceProcess.start({ env: { DATABASE_URL: databaseUrl, DATA_DIR: folder } });
});

afterAll(async () => {
  await service?.stop();
  await databases.dispose();
  await rm(folder, { recursive: true, force: true });
});

const run = (statement: string) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient, (sql) => sql.unsafe<{ position: number }>(statement)).pipe(
      Effect.provide(PostgresClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })),
      Effect.scoped
    )
  );

/** Appends an event of a type that only a later version knows, as that one would. */
const appendUnknown = (stream: string) =>
  run(`select head + 1 as position from tidemark.append_events(
    array['${stream}'], array[0], array[1], array['${stream}'], array[1], array[gen_random_uuid()], array['SomethingNew.v1'],
    array['2026-03-01T10:20:30.123Z'], array['2026-03-01T10:20:30.123Z'], array['system'], array[null], array[null],
    array[null], array[null], array[null], array[null], array[null], array['success'], array[null], array['{}'],
    array['hash'], array[]::integer[], array[]::text[], array[]::text[], array[]::text[],
    array[]::text[], array[]::integer[], array[]::text[], array[]::text[], array[]::integer[])`);

const again = () =>
  failedStart({ DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: "0", EXTERNAL_BASE_URL: service.publicUrl });

it("A process skips an event that concerns no read model, and starts again on it", async () => {
  await appendUnknown("write-of-a-later-version");
  await eventually("the process says that it skips the event", async () =>
    service.output.includes("Such events are skipped")
  );
  expect((await fetch(`${service.reach}/ready`)).status).toBe(200);
  await service.restart();
  expect((await fetch(`${service.reach}/ready`)).status).toBe(200);
});

it("A process with outdated read models reports it in one line and in /ready, and does not start again", async () => {
  const [{ position } = { position: 0 }] = await appendUnknown("something-1");
  const sentence = `The event of type SomethingNew.v1 at position ${position} of the log was written by a later version of Tidemark: run that version or a later one`;
  await eventually("the process is not ready", async () => (await fetch(`${service.reach}/ready`)).status === 503);
  expect(await (await fetch(`${service.reach}/ready`)).json()).toMatchObject({
    status: "unavailable",
    reason: sentence
  });
  expect(service.output.split("\n").filter((line) => line.includes(sentence))).toHaveLength(1);
  expect((await fetch(`${service.reach}/health`)).status).toBe(200);
  const { code, lines, output } = await again();
  expect({ code, lines }).toEqual({ code: 1, lines: [`tidemark: ${sentence}`] });
  expect(output).not.toMatch(/at .*\.ts:\d+/);
});

it("A process does not start on a schema of a later version", async () => {
  await run("insert into tidemark.migrations (id, name) values (9000, 'of tomorrow')");
  const { code, lines } = await again();
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [
      "tidemark: The schema of the database has the migration 9000 (of tomorrow), written by a later version of Tidemark: run that version or a later one"
    ]
  });
});
