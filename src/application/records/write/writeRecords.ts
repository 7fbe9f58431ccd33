import * as Effect from "effect/Effect";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import type { RecordTarget } from "../../../domain/record/write/Repository.ts";
import type { Viewer } from "../../token/Viewer.ts";
import { performWrites } from "./performWrites.ts";
import type { Write, WriteInput, WriteKey } from "./Write.ts";

/** A record to store at an address. `value` includes its `$type`; `problems` lists what is wrong with it already. */
export interface RecordInput {
  readonly collection: Nsid;
  readonly rkey: RecordKey;
  readonly value: JsonObject;
  readonly swapCid: Cid | null;
  readonly problems?: ReadonlyArray<RecordProblem>;
}

/** Carries out one write, and returns the address of its record. */
const performWrite = (viewer: Viewer, write: Write, key: WriteKey | null) =>
  Effect.flatMap(
    performWrites(viewer, [write], { isBatch: false, key }),
    ([uri]): Effect.Effect<AtUri> =>
      uri === undefined ? Effect.dieMessage("a write without an address") : Effect.succeed(uri)
  );

/** Writes a record to the user's repository: see `performWrites`. */
export const writeRecord = traced("writeRecord")(
  (
    viewer: Viewer,
    action: "create" | "update",
    { collection, problems = [], rkey, swapCid, value }: RecordInput,
    key: WriteKey | null = null
  ) =>
    Effect.uninterruptible(
      performWrite(viewer, { action, target: { collection, rkey }, value, swapCid, problems }, key)
    )
);

/** Deletes a record from the user's repository and from the index. Deleting an absent record is not an error. */
export const deleteRecord = traced("deleteRecord")(
  (
    viewer: Viewer,
    target: RecordTarget,
    swapCid: Cid | null,
    key: WriteKey | null = null,
    problems: ReadonlyArray<RecordProblem> = []
  ) => Effect.uninterruptible(performWrite(viewer, { action: "delete", target, swapCid, problems }, key))
);

/** Carries out several writes in one commit of the user's repository, all or none: see `performWrites`. */
export const applyWrites = traced("applyWrites")(
  (viewer: Viewer, writes: ReadonlyArray<WriteInput>, key: WriteKey | null = null) => {
    const each = writes.map((write) => ({ ...write, swapCid: null }));
    return Effect.uninterruptible(performWrites(viewer, each, { isBatch: true, key }));
  }
);
