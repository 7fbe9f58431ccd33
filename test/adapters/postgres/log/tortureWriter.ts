import { writeSync } from "node:fs";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Random from "effect/Random";
import * as Redacted from "effect/Redacted";
import * as Schedule from "effect/Schedule";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as tokenVault } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { Atomically } from "../../../../src/domain/event/Atomically.ts";
import type { RecordedEvent } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { type StreamName, streamName } from "../../../../src/domain/event/StreamName.ts";
import { TokenVault } from "../../../../src/domain/vault/TokenVault.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { testSubjectKeys } from "../../../support/testSubjectKeys.ts";

/** Run by eventLogTorture.test.ts in a separate process: four writers, and a line for every outcome. */
const [url = "", operations = "0"] = process.argv.slice(2);

const isFull = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EAGAIN";

/** A line is short enough that a pipe accepts it as a whole. A full pipe is read sooner or later. */
const report = (line: object): Effect.Effect<void> =>
  Effect.try({ try: () => writeSync(1, `${JSON.stringify(line)}\n`), catch: (error) => error }).pipe(
    Effect.retry({ while: isFull, schedule: Schedule.spaced("5 millis") }),
    Effect.orDie,
    Effect.asVoid
  );

const acknowledged = (events: ReadonlyArray<RecordedEvent>) =>
  Effect.forEach(events, ({ position, id }) => report({ position, id }), { discard: true });

/** Appends after the current version of the stream, which another writer may change meanwhile. */
const appendNext = (stream: StreamName) =>
  Effect.gen(function* () {
    const { load, append } = yield* EventLog;
    const count = yield* Random.nextIntBetween(1, 4);
    const { length } = yield* load(stream);
    return yield* append(stream, length, sampleEvents(count));
  });

const contend = Effect.gen(function* () {
  const stream = streamName("client", `shared-${yield* Random.nextIntBetween(0, 4)}`);
  const outcome = yield* Effect.either(appendNext(stream));
  if (Either.isRight(outcome)) yield* acknowledged(outcome.right);
});

const rollBack = (stream: StreamName) =>
  Effect.gen(function* () {
    const { run } = yield* Atomically;
    const { put } = yield* TokenVault;
    const doomed = Effect.gen(function* () {
      yield* put(stream, { keyId: "key", bytes: new Uint8Array(8) }, null);
      for (const { id } of yield* appendNext(stream)) yield* report({ rolledBack: id });
      return yield* Effect.fail("rolled back");
    });
    yield* Effect.ignore(run(doomed));
  });

const commit = (stream: StreamName) =>
  Effect.flatMap(Atomically, ({ run }) => Effect.flatMap(run(appendNext(stream)), acknowledged));

const writer = Effect.gen(function* () {
  const own = freshStream();
  const plain = Effect.flatMap(appendNext(own), acknowledged);
  const operation = Effect.flatMap(Random.nextIntBetween(0, 10), (dice) => {
    if (dice < 4) return plain;
    if (dice < 7) return contend;
    return dice < 8 ? rollBack(own) : commit(own);
  });
  yield* Effect.repeatN(operation, Number(operations) - 1);
});

const layers = Layer.merge(atomically, Layer.provideMerge(tokenVault, eventLog)).pipe(
  Layer.provide(testSubjectKeys),
  Layer.provide(postgresClient({ url: Redacted.make(url), maxConnections: 6 }))
);

await Effect.runPromise(
  Effect.all([writer, writer, writer, writer], { concurrency: "unbounded", discard: true }).pipe(Effect.provide(layers))
);
