import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import manifest from "../../../package.json" with { type: "json" };
import { LiveConnections } from "../../adapters/http/live/LiveConnections.ts";
import { eventLoopDelay } from "../../adapters/http/server/eventLoopDelay.ts";
import { BackgroundJobs } from "../../application/background/BackgroundJobs.ts";
import { HealthCounters } from "../../application/health/HealthCounters.ts";
import { ThisProcess } from "../../application/health/ThisProcess.ts";
import { InstanceSettings, type SettingsOfInstance } from "../../application/instance/InstanceSettings.ts";
import type { KeyVariable } from "./keyIds.ts";

/** In milliseconds. The timer that measures the delay of the event loop runs this often. */
const resolution = 20;

/** Measures the share of one processor between two calls. */
const processorShare = Effect.sync(() => {
  let last = { usage: process.cpuUsage(), at: performance.now() };
  return Effect.sync(() => {
    const { system, user } = process.cpuUsage(last.usage);
    const elapsed = performance.now() - last.at;
    last = { usage: process.cpuUsage(), at: performance.now() };
    return elapsed <= 0 ? 0 : (system + user) / 1000 / elapsed;
  });
});

const settingsOf = ({ values }: SettingsOfInstance): Readonly<Record<string, string>> =>
  Object.fromEntries(values.flatMap(({ isSecret, name, value }) => (isSecret ? [] : [[name, value]])));

/** What this process of Node.js knows about itself. `keys` are the public ids of its keys, by variable. */
export const layer = (keys: Readonly<Record<KeyVariable, string>>) =>
  Layer.scoped(
    ThisProcess,
    Effect.gen(function* () {
      const connections = yield* LiveConnections;
      const jobs = yield* BackgroundJobs;
      const delay = yield* eventLoopDelay(resolution);
      const share = yield* processorShare;
      const { replicas } = yield* HealthCounters;
      const identity = {
        id: randomUUID(),
        version: manifest.version,
        host: hostname(),
        pid: process.pid,
        startedAt: Math.round(performance.timeOrigin),
        settings: { ...settingsOf(yield* InstanceSettings), ...keys }
      };
      return ThisProcess.of({
        identity,
        measure: Effect.gen(function* () {
          const { operations, sockets, streams } = connections.counts;
          return {
            memoryBytes: process.memoryUsage.rss(),
            processorShare: yield* share,
            eventLoopDelay: yield* delay,
            sockets,
            streams,
            operations,
            jobDeaths: jobs.counts,
            replicasLeftOut: replicas.leftOut
          };
        })
      });
    })
  );
