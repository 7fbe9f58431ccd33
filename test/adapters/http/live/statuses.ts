import * as Effect from "effect/Effect";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordOf } from "../../../contracts/recordIndexFixture.ts";

export const created =
  "subscription Created($after: String) { xyzStatusphereStatusCreated(after: $after) { rkey status } }";

/** Stores a record, as live sync does. */
export const putStatus = (rkey: string, status = "👍") =>
  Effect.flatMap(RecordIndex, (index) =>
    index.put(recordOf(Nsid.make("xyz.statusphere.status"), rkey, { status, createdAt: "2024-01-01T00:00:00Z" }))
  );
