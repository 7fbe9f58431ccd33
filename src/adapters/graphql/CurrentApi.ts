import * as Effect from "effect/Effect";
import type { LexiconSet } from "../../domain/lexicon/LexiconSet.ts";
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

/** Makes the API of the set in force, anew only when another set comes into force; requests under way keep theirs. */
export const currentApi = (current: Effect.Effect<LexiconSet>, limits: Limits): Effect.Effect<CurrentApi> => {
  let made: CurrentApi | null = null;
  return Effect.map(current, (lexicons) => {
    if (made?.api.lexicons === lexicons) return made;
    const api = buildApiSchema(lexicons, rootFields);
    made = { api, planner: makePlanner(api, limits), sdl: once(() => printApiSchema(api.schema)) };
    return made;
  });
};
