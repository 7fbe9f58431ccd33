import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as Schedule from "effect/Schedule";
import * as Stream from "effect/Stream";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as atomicallyLayer } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { Atomically } from "../../../../src/domain/event/Atomically.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { TestDatabase } from "../../../support/TestDatabase.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const applicationName = "under test";

/** The log over separate connections, which the administrator of the database can end. */
const logUnderTest = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) =>
    Layer.merge(eventLog, atomicallyLayer).pipe(
      Layer.provideMerge(postgresClient({ url, applicationName, maxConnections: 4 })),
      Layer.provideMerge(silentLogger)
    )
  )
);

const endConnections = (administrator: SqlClient, statement: string) =>
  administrator<{ ended: boolean }>`select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
    where application_name = ${applicationName} and datname = current_database() and query ilike ${statement}`;

const listeners = (administrator: SqlClient) =>
  administrator`select pid from pg_stat_activity
    where application_name = ${applicationName} and datname = current_database() and query ilike 'listen%'`;

const soon = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(200));

const eventually = <A, E>(effect: Effect.Effect<A, E>, holds: (value: A) => boolean) =>
  Effect.repeat(effect, { schedule: soon, until: holds }).pipe(
    Effect.zipRight(effect),
    Effect.tap((value) => assert.isTrue(holds(value)))
  );

const appendOne = Effect.flatMap(EventLog, ({ append }) => append(freshStream(), 0, sampleEvents(1)));

/** The positions that a subscriber of the complete log sees. */
const follow = Effect.gen(function* () {
  const { follow: followLog } = yield* EventLog;
  const seen = yield* Ref.make<ReadonlyArray<number>>([]);
  const fiber = yield* Effect.fork(
    Stream.runForEach(followLog(0), ({ position }) => Ref.update(seen, (all) => [...all, position]))
  );
  return { seen: Ref.get(seen), fiber };
});

layer(migratedDatabase, { timeout: "60 seconds", excludeTestServices: true })("a log whose connections end", (it) => {
  it.effect("fails what is in flight, recovers by itself, and its subscribers miss nothing", () =>
    Effect.gen(function* () {
      const administrator = yield* SqlClient;
      yield* Effect.gen(function* () {
        const { head } = yield* EventLog;
        const { seen, fiber } = yield* follow;
        yield* eventually(listeners(administrator), ({ length }) => length === 1);
        for (const _ of [1, 2, 3]) {
          yield* Effect.forEach([1, 2, 3], () => appendOne);
          yield* endConnections(administrator, "%");
          yield* Effect.retry(appendOne, soon);
        }
        const last = yield* head;
        assert.isAtLeast(last, 12);
        const positions = yield* eventually(seen, (all) => all.length >= last);
        assert.deepStrictEqual(
          positions,
          Array.from({ length: last }, (_, index) => index + 1)
        );
        yield* Fiber.interrupt(fiber);
      }).pipe(Effect.provide(logUnderTest));
    })
  );

  it.effect("listens again after its listener alone was ended", () =>
    Effect.gen(function* () {
      const administrator = yield* SqlClient;
      yield* Effect.gen(function* () {
        const { seen, fiber } = yield* follow;
        const { head } = yield* EventLog;
        const [before] = yield* eventually(listeners(administrator), ({ length }) => length === 1);
        yield* endConnections(administrator, "listen%");
        yield* appendOne;
        const last = yield* head;
        yield* eventually(seen, (all) => all.at(-1) === last);
        const [after] = yield* eventually(listeners(administrator), ({ length }) => length === 1);
        assert.notDeepEqual(after, before);
        yield* Fiber.interrupt(fiber);
        yield* eventually(listeners(administrator), ({ length }) => length === 0);
      }).pipe(Effect.provide(logUnderTest));
    })
  );

  it.effect("fails a run that cannot be committed, with the error that the port names", () =>
    Effect.gen(function* () {
      const { run } = yield* Atomically;
      const { head } = yield* EventLog;
      const sql = yield* SqlClient;
      const before = yield* head;
      const endOwnConnection = sql`select pg_terminate_backend(pg_backend_pid())`;
      const failure = yield* Effect.flip(run(Effect.zipRight(appendOne, Effect.ignore(endOwnConnection))));
      assert.strictEqual(failure._tag, "StorageUnavailable");
      assert.strictEqual(yield* Effect.retry(head, soon), before);
    }).pipe(Effect.provide(logUnderTest))
  );
});
