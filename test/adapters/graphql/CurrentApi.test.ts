import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import { currentApi } from "../../../src/adapters/graphql/CurrentApi.ts";
import { defaultLimits } from "../../../src/adapters/graphql/plan/Limits.ts";
import { printApiSchema } from "../../../src/adapters/graphql/schema/printApiSchema.ts";
import { BackgroundJobs, JobDeaths } from "../../../src/application/background/BackgroundJobs.ts";
import { noteLexicons } from "./plan/notes.ts";

it.scopedLive("a failure of the worker thread is counted and logged, and its task is completed nevertheless", () => {
  const logged: Array<string> = [];
  const logger = Logger.make(({ logLevel, message }) => logged.push(`${logLevel.label} ${message}`));
  const deaths = new JobDeaths();
  const layer = Layer.merge(Layer.succeed(BackgroundJobs, deaths), Logger.replace(Logger.defaultLogger, logger));
  return Effect.gen(function* () {
    const entry = new URL("./worker/hungryThread.ts", import.meta.url);
    const { api, sdl } = yield* yield* currentApi(Effect.succeed(noteLexicons), defaultLimits, entry);
    expect(yield* sdl).toBe(printApiSchema(api.schema));
    expect(deaths.counts).toEqual({ "validate long GraphQL documents": 1 });
    expect(logged).toEqual([expect.stringMatching(/^ERROR The thread that validates .* failed .*memory limit/)]);
  }).pipe(Effect.provide(layer));
});
