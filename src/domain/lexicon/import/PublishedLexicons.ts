import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { JsonObject } from "../../json/Json.ts";

/** The published Lexicons bundled with the service. They complete sets that refer to them. */
export class PublishedLexicons extends Context.Tag("domain/PublishedLexicons")<
  PublishedLexicons,
  { readonly documents: Effect.Effect<ReadonlyArray<JsonObject>> }
>() {}
