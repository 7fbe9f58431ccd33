import * as Effect from "effect/Effect";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import type { RecordTarget } from "../../../domain/record/write/Repository.ts";
import type { Viewer } from "../../token/Viewer.ts";
import type { WriteKey } from "./Write.ts";
import { performWrite } from "./writeRecord.ts";

/** Removes a record from the person's repository and from the index. To remove what is not there is no error. */
export const deleteRecord = Effect.fn("deleteRecord")(function* (
  viewer: Viewer,
  target: RecordTarget,
  swapCid: Cid | null,
  key: WriteKey | null = null,
  problems: ReadonlyArray<RecordProblem> = []
) {
  return yield* performWrite(viewer, { action: "delete", target, swapCid, problems }, key);
}, Effect.uninterruptible);
