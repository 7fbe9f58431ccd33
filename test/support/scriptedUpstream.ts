import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { UpstreamAuthorization, UpstreamFailure } from "../../src/domain/session/UpstreamAuthorization.ts";
import { memoryService } from "./memoryService.ts";

type Upstream = UpstreamAuthorization["Type"];

/** Stands in the way of calls: is given what the in-memory server would do, and may do otherwise. */
type ScriptedOutcome<K extends "refresh" | "revoke"> = (honest: ReturnType<Upstream[K]>) => ReturnType<Upstream[K]>;

/** How the in-memory authorization server answers, until a test says otherwise, and how often it was asked. */
export class UpstreamScript extends Context.Tag("test/UpstreamScript")<
  UpstreamScript,
  { refresh: ScriptedOutcome<"refresh">; revoke: ScriptedOutcome<"revoke">; refreshes: number; revocations: number }
>() {}

/** Fails in the place of an answer. */
export const failing = (reason: UpstreamFailure["reason"]) => (): Effect.Effect<never, UpstreamFailure> =>
  Effect.fail(new UpstreamFailure({ reason, error: null }));

/** The server acts, and its answer is lost. */
export const losing = <A>(honest: Effect.Effect<A, UpstreamFailure>): Effect.Effect<never, UpstreamFailure> =>
  Effect.zipRight(honest, new UpstreamFailure({ reason: "timeout", error: null }));

const upstream = Layer.effect(
  UpstreamAuthorization,
  Effect.gen(function* () {
    const honest = yield* UpstreamAuthorization;
    const moods = yield* UpstreamScript;
    return UpstreamAuthorization.of({
      ...honest,
      refresh: (request) =>
        Effect.suspend(() => {
          moods.refreshes += 1;
          return moods.refresh(honest.refresh(request));
        }),
      revoke: (request) =>
        Effect.suspend(() => {
          moods.revocations += 1;
          return moods.revoke(honest.revoke(request));
        })
    });
  })
);

/** The service over a PDS of changing moods. */
export const serviceWithScriptedUpstream = upstream.pipe(
  Layer.provideMerge(
    Layer.sync(UpstreamScript, () => ({
      refresh: (honest: ReturnType<Upstream["refresh"]>) => honest,
      revoke: (honest: ReturnType<Upstream["revoke"]>) => honest,
      refreshes: 0,
      revocations: 0
    }))
  ),
  Layer.provideMerge(memoryService)
);
