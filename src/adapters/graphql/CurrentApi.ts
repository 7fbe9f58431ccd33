import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import { printSchema } from "graphql";
import { BackgroundJobs } from "../../application/background/BackgroundJobs.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import type { Limits } from "./plan/Limits.ts";
import { makePlanner, type Planner } from "./plan/makePlanner.ts";
import { rootFields } from "./rootFields.ts";
import type { ApiSchema } from "./schema/ApiSchema.ts";
import { buildApiSchema } from "./schema/buildApiSchema.ts";
import { printApiSchema } from "./schema/printApiSchema.ts";
import { makeWorkerThread, type WorkerThread, type WorkerThreadOptions } from "./worker/WorkerThread.ts";

/** The public API of one set of Lexicons: its schema, and a planner that caches compiled operations. */
export interface CurrentApi {
  readonly api: ApiSchema;
  readonly planner: Planner;
  /** What it does for this API. */
  readonly worker: WorkerThread;
  /** The schema as text, printed on first use. */
  readonly sdl: Effect.Effect<string>;
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Counts and logs the failure of a worker thread, like that of any other background job. */
const threadFailed = (reason: string): Effect.Effect<void> =>
  Effect.flatMap(BackgroundJobs, (jobs) => {
    const deaths = jobs.count("validate long GraphQL documents");
    return Effect.logError(
      `The thread that validates long GraphQL documents failed (death ${deaths} of this process): ${reason}. The main thread validates them until it has started again.`
    );
  });

const printed = async ({ schema }: ApiSchema, worker: WorkerThread): Promise<string> => {
  const outcome = await worker.run({ _tag: "Print" });
  return outcome?._tag === "Printed" ? outcome.sdl : printApiSchema(schema);
};

type WorkerOptions = Omit<WorkerThreadOptions, "sdl">;

const makeApi = (lexicons: LexiconSet, options: WorkerOptions): CurrentApi => {
  const api = buildApiSchema(lexicons, rootFields);
  const worker = makeWorkerThread({ ...options, sdl: once(() => printSchema(api.schema)) });
  const sdl = once(() => printed(api, worker));
  return { api, planner: makePlanner(api, options.limits), worker, sdl: Effect.promise(sdl) };
};

/**
 * Provides the API of the active set, and rebuilds it only when another set becomes active. Requests in progress keep
 * theirs. The worker threads stop with the scope. `entry` is their module, for tests.
 */
export const currentApi = traced("currentApi")(function* (
  current: Effect.Effect<LexiconSet>,
  limits: Limits,
  entry?: URL
) {
  const run = Runtime.runSync(yield* Effect.runtime<never>());
  const failed = (reason: string) => run(threadFailed(reason));
  let made: CurrentApi | null = null;
  yield* Effect.addFinalizer(() => Effect.sync(() => made?.worker.release()));
  return Effect.map(current, (lexicons) => {
    if (made?.api.lexicons === lexicons) return made;
    made?.worker.release();
    made = makeApi(lexicons, { limits, failed, ...(entry && { entry }) });
    return made;
  });
});
