import * as Data from "effect/Data";
import type { Did } from "../../domain/atproto/Did.ts";

/** The labels of a labeler no longer have an effect, by the configuration of a process that started later. Nothing was stored. */
export class LabelerRemoved extends Data.TaggedError("LabelerRemoved")<{ readonly did: Did }> {}
