import * as Context from "effect/Context";
import type { CollectionProgressStore } from "../record/index/CollectionProgress.ts";

/** Stores how far the references of records are indexed that were stored before the present Lexicons. */
export class ReferenceIndexing extends Context.Tag("domain/ReferenceIndexing")<
  ReferenceIndexing,
  CollectionProgressStore
>() {}
