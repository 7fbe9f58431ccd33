import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { LexiconRequest } from "../../../../domain/lexicon/import/LexiconRequest.ts";

const decode = Schema.decodeUnknown(Schema.Struct({ ids: Schema.Array(Schema.String) }));

/** Returns the request to remove Lexicons by their NSIDs. */
export const readRemoval = (given: unknown): Effect.Effect<LexiconRequest> =>
  Effect.orDie(Effect.map(decode(given), ({ ids }): LexiconRequest => ({ _tag: "Remove", ids })));
