import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { generateAuditKey } from "../../src/adapters/crypto/auditKeys.ts";
import * as EventLogPostgres from "../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as migrations } from "../../src/adapters/postgres/Migrations.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { knownSample } from "../contracts/sampleEvent.ts";
import { TestDatabase, layer as testDatabase } from "../support/TestDatabase.ts";
import { testSubjectKeys } from "../support/testSubjectKeys.ts";
import { Dice } from "./faults/Dice.ts";
import { ServiceProcess } from "./ServiceProcess.ts";
import { LogClient } from "./sealing/LogClient.ts";
import { verifyCheckpoints } from "./sealing/verifyCheckpoints.ts";

const ownLog = EventLogPostgres.layer.pipe(
  Layer.provide(testSubjectKeys),
  Layer.provideMerge(migrations),
  Layer.provideMerge(testDatabase)
);

const append = (count: number) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const id = crypto.randomUUID();
    const events = Array.from({ length: count }, () => knownSample("SessionRefreshStarted.v1", { sessionId: id }));
    yield* log.append(streamName("session", id), 0, events);
  });

const sealAndDie = fileURLToPath(new URL("sealing/sealAndDie.ts", import.meta.url));

const databaseUrl = Effect.map(TestDatabase, ({ url }) => Redacted.value(url));

/** Runs a process that seals once and kills itself at a step, and returns the signal that ended it. */
const sealIn = (env: Readonly<Record<string, string>>, step: string) =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [sealAndDie, step], { env: { ...process.env, ...env }, stdio: "inherit" });
    const [, signal] = await once(child, "exit");
    return signal;
  });

it.live(
  "a process that is killed at any step of a seal leaves a log that the next one continues",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const env = {
        DATABASE_URL: yield* databaseUrl,
        AUDIT_SIGNING_KEY: Redacted.value(yield* generateAuditKey)
      };
      const sealed = Effect.map(
        sql<{ size: number }>`select coalesce(max(size), 0) as size from tidemark.log_checkpoints`,
        ([row]) => row?.size ?? 0
      );
      let events = 0;
      for (const step of ["before signing", "after signing", "before the commit", "after the commit"]) {
        const before = events;
        yield* append(130);
        events += 130;
        assert.strictEqual(yield* sealIn(env, step), "SIGKILL", step);
        assert.strictEqual(yield* sealed, step === "after the commit" ? events : before, step);
        // The lease of the killed process has to expire first.
        while ((yield* sealed) < events) assert.isNull(yield* sealIn(env, "none"));
      }
      yield* append(1);
      events += 1;
      while ((yield* sealed) < events) assert.isNull(yield* sealIn(env, "none"));
      assert.deepInclude(yield* verifyCheckpoints, { sealed: events, events });
    }).pipe(Effect.provide(ownLog), Effect.scoped),
  120_000
);

/** How often a process is killed. `SEAL_PROGRAM=service` kills complete services, which take longer to start. */
const kills = Number(process.env.SEAL_KILLS ?? "4");

it.live(
  "Two processes are killed again and again under load, and each checkpoint is consistent with the last for a client outside",
  () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-sealing-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
      );
      const options = {
        env: {
          DATABASE_URL: yield* databaseUrl,
          DATA_DIR,
          AUDIT_SIGNING_KEY: Redacted.value(yield* generateAuditKey),
          BACKFILL: "false"
        },
        publicUrl: "http://127.0.0.1:9",
        ...(process.env.SEAL_PROGRAM !== "service" && { program: "test/flows/sealing/sealingProcess.ts" })
      };
      const start = Effect.acquireRelease(
        Effect.promise(() => ServiceProcess.start(options)),
        (service) => Effect.promise(() => service.kill())
      );
      const services = [yield* start, yield* start];
      const client = new LogClient(services.map(({ reach }) => reach));
      const load = yield* Effect.fork(
        Effect.forever(
          Effect.zipRight(
            append(100),
            Effect.promise(() => setTimeout(20))
          )
        )
      );
      const polling = yield* Effect.fork(
        Effect.forever(Effect.promise(() => client.poll().then(() => setTimeout(50))))
      );
      const dice = new Dice(Number(process.env.SEAL_SEED ?? "1"));
      const killing = services.map((service, at) =>
        Effect.promise(async () => {
          for (let kill = at; kill < kills; kill += services.length) {
            await setTimeout(200 + dice.below(1500));
            await service.restart();
          }
        })
      );
      yield* Effect.raceFirst(Effect.all(killing, { concurrency: "unbounded" }), Fiber.join(polling));
      yield* Fiber.interrupt(load);
      const head = yield* (yield* EventLog).head;
      yield* Effect.promise(async () => {
        for (const end = performance.now() + 20_000; client.size < head; await setTimeout(50))
          if (performance.now() > end) throw new Error(`Sealed ${client.size} of ${head} events`);
      });
      yield* Fiber.interrupt(polling);
      const verified = yield* verifyCheckpoints;
      assert.strictEqual(verified.sealed, verified.events);
      assert.isAbove(client.seen.consistent, 0);
      yield* Effect.log(`${kills} kills`, client.seen, verified);
    }).pipe(Effect.provide(ownLog), Effect.scoped),
  60_000 + kills * 20_000
);
