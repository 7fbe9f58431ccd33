import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { LexiconArchive } from "../../../../domain/lexicon/import/LexiconArchive.ts";
import { unusableSource } from "../../../../domain/lexicon/parse/InvalidLexicons.ts";

const Upload = Schema.Struct({ zipBase64: Schema.String });
const argument = "zipBase64";

/** Returns the files of a zip archive sent as base64. */
export const readUpload = Effect.fnUntraced(function* (given: unknown) {
  const { zipBase64 } = yield* Effect.orDie(Schema.decodeUnknown(Upload)(given));
  const bytes = yield* Effect.mapError(Encoding.decodeBase64(zipBase64), () =>
    unusableSource(argument, "is not base64: send the bytes of the archive in it")
  );
  const archive = yield* LexiconArchive;
  return yield* archive.read(bytes, argument);
});
