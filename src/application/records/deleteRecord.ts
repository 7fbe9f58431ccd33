import * as Effect from "effect/Effect";
import type { Cid } from "../../domain/atproto/Cid.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { type RecordTarget, Repository } from "../../domain/record/Repository.ts";
import type { Viewer } from "../token/Viewer.ts";
import { carryOutWrite } from "./carryOutWrite.ts";
import { requestWrite, requireWriteScope } from "./requestWrite.ts";

/** Removes a record from the person's repository and from the index. To remove what is not there is no error. */
export const deleteRecord = Effect.fn("deleteRecord")(function* (
  viewer: Viewer,
  target: RecordTarget,
  swapCid: Cid | null
) {
  yield* requireWriteScope(viewer, target.collection, "delete");
  const { event, uri } = yield* requestWrite(viewer, "delete", target, null, swapCid);
  const repository = yield* Repository;
  const index = yield* RecordIndex;
  yield* carryOutWrite({
    viewer,
    requested: event,
    send: (credentials) =>
      Effect.map(repository.remove(credentials, target, swapCid), ({ rev }) => ({ cid: null, rev })),
    index: ({ rev }) => index.remove(uri, rev)
  });
  return uri;
}, Effect.uninterruptible);
