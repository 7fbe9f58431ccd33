import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { relevantEventRows } from "../../../../src/adapters/postgres/log/relevantEvents.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { type StreamName, streamName } from "../../../../src/domain/event/StreamName.ts";
import { sampleEvent } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const append = (stream: StreamName, types: ReadonlyArray<string>, from = 0) =>
  Effect.flatMap(EventLog, (log) =>
    log.append(
      stream,
      from,
      types.map((type) => sampleEvent({ type }))
    )
  );

const repeated = (count: number, ...types: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: count }, () => types).flat();

const Row = Schema.Struct({ "QUERY PLAN": Schema.Array(Schema.Struct({ Plan: Schema.Unknown })) });

const numbersIn = (plan: unknown, key: string): ReadonlyArray<number> => {
  if (typeof plan !== "object" || plan === null) return [];
  return Object.entries(plan).flatMap(([name, value]) =>
    name === key && typeof value === "number" ? [value] : numbersIn(value, key)
  );
};

/** The number of rows that the server read in all parts of the statement, and the plan. */
const looked = (stream: StreamName) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const [row] = yield* sql`explain (analyze, format json) ${relevantEventRows(sql, stream, 0)}`;
    const { "QUERY PLAN": plans } = yield* Schema.decodeUnknown(Row)(row);
    const plan = plans.map(({ Plan }) => Plan);
    const rows = ["Actual Rows", "Rows Removed by Filter"].flatMap((key) => numbersIn(plan, key));
    return { rows: rows.reduce((sum, each) => sum + each, 0), plan: JSON.stringify(plan) };
  });

it.layer(Layer.provideMerge(eventLog, migratedDatabase), { timeout: "60 seconds" })(
  "a stream with the events of a year",
  (it) => {
    const began = ["AuthorizationRequested.v1", "UpstreamLoginStarted.v1", "LoginCompleted.v1", "CodeIssued.v1"];
    const streams = {
      authorization: [...began, ...repeated(4_000, "TokensRefreshed.v1"), "AuthorizationEnded.v1"],
      session: [
        "SessionEstablished.v1",
        ...repeated(500, "SessionRefreshStarted.v1", "SessionRefreshFailed.v1"),
        ...repeated(2_000, "SessionRefreshStarted.v1", "SessionRefreshed.v1"),
        "SessionRefreshStarted.v1"
      ],
      repository: [
        ...repeated(500, "RepositoryIndexed.v1", "BackfillFailed.v1"),
        ...repeated(2_000, "RepositoryIndexed.v2", "BackfillFailed.v1"),
        "BackfillFailed.v1"
      ]
    };
    const relevantEvents = {
      authorization: [...began, "TokensRefreshed.v1", "AuthorizationEnded.v1"],
      session: ["SessionEstablished.v1", "SessionRefreshStarted.v1", "SessionRefreshed.v1", "SessionRefreshStarted.v1"],
      repository: ["RepositoryIndexed.v2", "BackfillFailed.v1", "BackfillFailed.v1"]
    };

    it.effect("is loaded by its relevant events, and the server reads no others", () =>
      Effect.gen(function* () {
        const { load } = yield* EventLog;
        for (const kind of ["authorization", "session", "repository"] as const) {
          const stream = streamName(kind, "long");
          yield* append(stream, streams[kind]);
          yield* append(streamName(kind, "other"), streams[kind]);
          assert.deepStrictEqual(
            (yield* load(stream)).map(({ type }) => type),
            relevantEvents[kind]
          );
        }
        const sql = yield* SqlClient;
        yield* sql`analyze tidemark.events`;
        for (const kind of ["authorization", "session", "repository"] as const) {
          const { plan, rows } = yield* looked(streamName(kind, "long"));
          assert.include(plan, "events_not_superseded");
          assert.isBelow(rows, 60, plan);
        }
      })
    );
  }
);
