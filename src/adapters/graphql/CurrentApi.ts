import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { LexiconSet } from "../../domain/lexicon/LexiconSet.ts";
import { type ThreadBeside, threadBeside } from "./beside/ThreadBeside.ts";
import type { Limits } from "./plan/Limits.ts";
import { makePlanner, type Planner } from "./plan/makePlanner.ts";
import { rootFields } from "./rootFields.ts";
import type { ApiSchema } from "./schema/ApiSchema.ts";
import { buildApiSchema } from "./schema/buildApiSchema.ts";
import { printApiSchema } from "./schema/printApiSchema.ts";

/** The public API of one set of Lexicons: its schema, and the planner that remembers what it compiled. */
export interface CurrentApi {
  readonly api: ApiSchema;
  readonly planner: Planner;
  /** What it does for this API. */
  readonly beside: ThreadBeside;
  /** The schema in words, written when it is first asked for. */
  readonly sdl: () => string;
}

const once = (write: () => string): (() => string) => {
  let written: string | null = null;
  return () => {
    written ??= write();
    return written;
  };
};

/**
 * Makes the API of the set in force, anew only when another set comes into force; requests under way keep theirs. The
 * threads end with the scope.
 */
export const currentApi = (
  current: Effect.Effect<LexiconSet>,
  limits: Limits
): Effect.Effect<Effect.Effect<CurrentApi>, never, Scope.Scope> => {
  let made: CurrentApi | null = null;
  const api = Effect.map(current, (lexicons) => {
    if (made?.api.lexicons === lexicons) return made;
    made?.beside.release();
    const fresh = buildApiSchema(lexicons, rootFields);
    made = {
      api: fresh,
      planner: makePlanner(fresh, limits),
      beside: threadBeside(fresh.schema, limits),
      sdl: once(() => printApiSchema(fresh.schema))
    };
    return made;
  });
  return Effect.as(
    Effect.addFinalizer(() => Effect.sync(() => made?.beside.release())),
    api
  );
};
