import * as Context from "effect/Context";
import type { CollectionProgressStore } from "../record/index/CollectionProgress.ts";

/** Stores how far indexed records were validated by changed Lexicons. Digests are those of `rulesDigests`. */
export class RecordValidations extends Context.Tag("domain/RecordValidations")<
  RecordValidations,
  CollectionProgressStore
>() {}
