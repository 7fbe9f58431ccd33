import * as Effect from "effect/Effect";
import type { Viewer } from "../../token/Viewer.ts";
import { performWrites } from "./performWrites.ts";
import type { WriteInput, WriteKey } from "./Write.ts";

/** Carries out several writes in one commit of the person's repository, all or none: see `performWrites`. */
export const applyWrites = Effect.fn("applyWrites")(function* (
  viewer: Viewer,
  writes: ReadonlyArray<WriteInput>,
  key: WriteKey | null = null
) {
  const each = writes.map((write) => ({ ...write, swapCid: null }));
  return yield* performWrites(viewer, each, { isBatch: true, key });
}, Effect.uninterruptible);
