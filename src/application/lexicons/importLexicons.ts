import * as Effect from "effect/Effect";
import type { Actor } from "../../domain/event/Envelope.ts";
import type { GivenFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { changeLexicons } from "./changeLexicons.ts";

/** Makes the files the full active set. A set that is already active changes nothing. */
export const importLexicons = (files: ReadonlyArray<GivenFile>, actor: Actor) =>
  Effect.map(
    changeLexicons({ _tag: "Replace", files }, actor, () => Effect.void),
    ({ after }) => after
  );
