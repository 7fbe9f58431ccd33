import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { countRequests } from "../../../src/adapters/outbound/countedCalls.ts";
import { HealthCounters, ProcessCounters } from "../../../src/application/health/HealthCounters.ts";
import { sumCalls } from "../../../src/domain/health/HealthMinute.ts";
import { OutboundFailure, OutboundHttp } from "../../../src/domain/outbound/OutboundHttp.ts";

/** A network in which the name of a host says how it responds. */
const network = Layer.succeed(OutboundHttp, {
  send: ({ url }) => {
    const { host } = new URL(url);
    const status = Number(host.split(".")[0]);
    return Number.isNaN(status)
      ? Effect.fail(new OutboundFailure({ reason: "timeout", host }))
      : Effect.succeed({ status, headers: {}, body: "" });
  }
});

it.effect("counts the calls to each host, and why they failed", () =>
  Effect.gen(function* () {
    const counters = new ProcessCounters();
    const hosts = ["200.example", "404.example", "500.example", "429.example", "slow.example", "200.example"];
    yield* Effect.forEach(hosts, (host) =>
      Effect.flatMap(OutboundHttp, ({ send }) => Effect.ignore(send({ method: "GET", url: `https://${host}/x` })))
    ).pipe(Effect.provide(Layer.provide(countRequests, network)), Effect.provideService(HealthCounters, counters));
    const counted = [...sumCalls(counters.unreported)].map(([host, { calls, failures }]) => [host, calls, failures]);
    assert.deepStrictEqual(counted, [
      ["404.example", 1, {}],
      ["500.example", 1, { "server-error": 1 }],
      ["429.example", 1, { "rate-limited": 1 }],
      ["slow.example", 1, { timeout: 1 }],
      ["200.example", 2, {}]
    ]);
  })
);
