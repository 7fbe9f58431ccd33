import * as Effect from "effect/Effect";
import type { Actor } from "../../domain/event/Envelope.ts";
import type { GivenFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { changeLexicons } from "./changeLexicons.ts";

/** Makes files the whole set in force. A set that is in force already changes nothing. */
export const importLexicons = (files: ReadonlyArray<GivenFile>, actor: Actor) =>
  Effect.map(
    changeLexicons({ _tag: "Replace", files }, actor, () => Effect.void),
    ({ after }) => after
  );
