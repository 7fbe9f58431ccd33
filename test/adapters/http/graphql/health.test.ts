import { assert, layer } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { bucketOf } from "../../../../src/domain/health/LatencyHistogram.ts";
import { ProcessReports, type ProcessState } from "../../../../src/domain/health/ProcessReports.ts";
import { minuteOf } from "../../../../src/domain/sync/stream/minuteOf.ts";
import { adminCookie, graphql, graphqlServerOfBob } from "./graphqlServer.ts";

const document = `{
  health {
    problems { severity message page }
    minutes { requests failed }
    requests { kind requests refused failed aborted p50 p99 }
    servers { host calls failed lastFailure }
    queues { name waiting failed }
    database { bytes }
    processes { host pid state isThis connections }
  }
  doctor { name status }
}`;

const stateOf = (id: string): ProcessState => ({
  id,
  version: "0.1.0",
  host: `${id}.example.com`,
  pid: 42,
  startedAt: id === "one" ? 1 : 2,
  settings: {},
  memoryBytes: 1,
  processorShare: 0,
  eventLoopDelay: 1,
  sockets: 2,
  streams: 1,
  operations: 4,
  jobDeaths: {},
  replicasLeftOut: {},
  stopped: false
});

const latencies = Array.from({ length: bucketOf(20) + 1 }, (_, at) => (at === bucketOf(20) ? 40 : 0));

/** Two processes that counted the same, of which one reported last five minutes ago. */
const reported = Effect.gen(function* () {
  const { report } = yield* ProcessReports;
  const now = yield* Clock.currentTimeMillis;
  const minute = minuteOf(now);
  const token = { ok: 20, refused: 10, failed: 10, aborted: 1, latencies };
  const failures = { timeout: 6 };
  const servers = {
    "pds.example.com": { calls: 8, failures, lastFailure: { reason: "timeout" as const, at: minute } },
    "other hosts": { calls: 100, failures: {}, lastFailure: null }
  };
  const minutes = [{ minute, requests: { token }, servers }];
  yield* report({ state: stateOf("one"), at: now - 5 * 60_000, minutes });
  yield* report({ state: stateOf("two"), at: now, minutes });
});

layer(graphqlServerOfBob, { excludeTestServices: true })("the health of the instance", (it) => {
  it.effect("is added up over all processes, and says what is wrong", () =>
    Effect.gen(function* () {
      yield* reported;
      const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
      const { data, errors } = yield* graphql(document, { path: "/admin/graphql", headers });
      assert.isUndefined(errors);
      const { doctor, health } = Object(data);
      assert.deepStrictEqual(doctor, []);
      assert.deepStrictEqual(
        health.problems.map(({ message, page, severity }: Record<string, string>) => [
          severity,
          message?.replace(/since .*Z/, "since T"),
          page
        ]),
        [
          ["FAULT", "The process 42 on one.example.com has not reported since T.", "/health"],
          ["FAULT", "24 % of the requests of the last 5 minutes failed.", "/audit?outcome=failure"],
          [
            "WARNING",
            "75 % of the calls to pds.example.com in the last 5 minutes failed: it did not respond in time.",
            "/accounts"
          ]
        ]
      );
      assert.lengthOf(health.minutes, 60);
      assert.deepStrictEqual(health.minutes.at(-1), { requests: 82, failed: 20 });
      const [{ p50, p99, ...token }] = health.requests;
      assert.deepStrictEqual(token, { kind: "TOKEN", requests: 82, refused: 20, failed: 20, aborted: 2 });
      assert.approximately(p50, 20, 2);
      assert.strictEqual(p99, p50);
      assert.deepStrictEqual(health.servers, [
        { host: "pds.example.com", calls: 16, failed: 12, lastFailure: "did not respond in time" },
        { host: null, calls: 200, failed: 0, lastFailure: null }
      ]);
      assert.deepStrictEqual(
        health.queues.map(({ name }: Record<string, string>) => name),
        ["REVOCATIONS", "WRITES", "REPOSITORIES", "DEAD_LETTERS", "UNSEALED_EVENTS", "WEBHOOK"]
      );
      assert.isNull(health.database);
      assert.deepStrictEqual(health.processes, [
        { host: "one.example.com", pid: 42, state: "SILENT", isThis: false, connections: 3 },
        { host: "two.example.com", pid: 42, state: "RUNNING", isThis: false, connections: 3 }
      ]);
    })
  );

  it.effect("is for admins", () =>
    Effect.gen(function* () {
      const { errors } = yield* graphql("{ health { at } }", { path: "/admin/graphql" });
      assert.match(JSON.stringify(errors), /"UNAUTHENTICATED"/);
    })
  );
});
