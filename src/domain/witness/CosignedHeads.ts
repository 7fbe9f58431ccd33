import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { TreeHead } from "../transparency/consistencyProof.ts";
import type { SignedHead } from "./decideCosigning.ts";

/** The head was not recorded durably, or another process may have recorded one. Nothing may be cosigned. */
export class HeadNotRecorded extends Schema.TaggedError<HeadNotRecorded>()("HeadNotRecorded", {
  cause: Schema.Defect
}) {}

/** What a witness remembers: the head that it cosigned last for each log. */
export class CosignedHeads extends Context.Tag("domain/CosignedHeads")<
  CosignedHeads,
  {
    /** Returns the last recorded head of a log, by its origin; null for none. */
    readonly latest: (origin: string) => TreeHead | null;
    /** Replaces the head of a log. When it returns, the head survives a crash of the machine. The caller serializes calls. */
    readonly record: (head: SignedHead) => Effect.Effect<void, HeadNotRecorded>;
  }
>() {}
