import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { assert, layer } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Random from "effect/Random";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import * as Stream from "effect/Stream";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import type { RecordedEvent } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { leafHash } from "../../../../src/domain/event/leafHash.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { TestDatabase } from "../../../support/TestDatabase.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const operationsPerWriter = 150;
const linesBeforeTheKill = 100;

const Line = Schema.parseJson(
  Schema.Union(
    Schema.Struct({ position: Schema.Number, id: Schema.String }),
    Schema.Struct({ rolledBack: Schema.String })
  )
);
type Line = typeof Line.Type;

const decodeLine = Schema.decodeUnknownSync(Line);

interface Written {
  readonly lines: ReadonlyArray<Line>;
  readonly exitCode: number | null;
}

const writerFile = new URL("./tortureWriter.ts", import.meta.url).pathname;

const killAfter = (child: ChildProcess, lines: ReadonlyArray<Line>): void => {
  if (lines.length >= linesBeforeTheKill) child.kill("SIGKILL");
};

/** Four writers in a process, and what they report until it ends or is killed. */
const runWriters = (url: string, killed: boolean): Effect.Effect<Written> =>
  Effect.async((resume) => {
    const args = ["--disable-warning=ExperimentalWarning", writerFile, url, String(operationsPerWriter)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const lines: Array<Line> = [];
    createInterface({ input: child.stdout }).on("line", (text) => {
      lines.push(decodeLine(text));
      if (killed) killAfter(child, lines);
    });
    child.on("close", (exitCode) => resume(Effect.succeed({ lines, exitCode })));
    return Effect.sync(() => child.kill("SIGKILL"));
  });

/** Continues to read from where it stopped until it has seen an event. */
const readWithRestarts = (isLast: (event: RecordedEvent) => boolean) => {
  const from = (seen: ReadonlyArray<RecordedEvent>): Effect.Effect<ReadonlyArray<RecordedEvent>, unknown, EventLog> =>
    Effect.gen(function* () {
      const { follow } = yield* EventLog;
      const count = yield* Random.nextIntBetween(1, 400);
      const stretch = follow(seen.at(-1)?.position ?? 0).pipe(Stream.takeUntil(isLast), Stream.take(count));
      const all = [...seen, ...Chunk.toReadonlyArray(yield* Stream.runCollect(stretch))];
      const last = all.at(-1);
      return last && isLast(last) ? all : yield* from(all);
    });
  return from([]);
};

const log = Layer.provideMerge(eventLog, migratedDatabase);

layer(log, { timeout: "60 seconds", excludeTestServices: true })("EV-03, EV-04: the log under torture", (it) => {
  it.effect(
    "16 writers in 4 processes, rollbacks and a kill: nothing missed, doubled or reordered, every acknowledged event there",
    () =>
      Effect.gen(function* () {
        const url = Redacted.value((yield* TestDatabase).url);
        const { append } = yield* EventLog;
        const last = freshStream();
        const reader = yield* Effect.fork(readWithRestarts(({ stream }) => stream === last));
        const written = yield* Effect.forEach([true, false, false, false], (killed) => runWriters(url, killed), {
          concurrency: "unbounded"
        });
        yield* append(last, 0, sampleEvents(1));
        const seen = yield* Fiber.join(reader);

        assert.deepStrictEqual(
          written.map(({ exitCode }) => exitCode),
          [null, 0, 0, 0]
        );
        assert.deepStrictEqual(
          seen.map(({ position }) => position),
          seen.map((_, index) => index + 1)
        );
        assert.strictEqual(new Set(seen.map(({ id }) => id)).size, seen.length);
        for (const event of seen) assert.strictEqual(leafHash(event), event.leafHash);

        const versions = new Map<string, number>();
        for (const { stream, version } of seen) {
          assert.strictEqual(version, (versions.get(stream) ?? 0) + 1);
          versions.set(stream, version);
        }

        const stored = new Set<string>(seen.map(({ id }) => id));
        const lines = written.flatMap((process) => process.lines);
        assert.isAbove(lines.length, operationsPerWriter * 16);
        for (const line of lines) {
          if ("rolledBack" in line) assert.isFalse(stored.has(line.rolledBack));
          else assert.strictEqual(seen[line.position - 1]?.id, line.id);
        }
      }),
    90_000
  );
});
