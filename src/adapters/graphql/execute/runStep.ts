import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { uploadBlob } from "../../../application/records/blob/uploadBlob.ts";
import { freshTid } from "../../../application/records/write/freshTid.ts";
import type { WriteKey } from "../../../application/records/write/Write.ts";
import { deleteRecord, writeRecord } from "../../../application/records/write/writeRecords.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { ExecutedStep, MutationStep, RecordResult, TypenameStep, UploadBlobStep } from "../plan/Plan.ts";
import { type ApiError, apiError, authenticationRequired } from "./ApiError.ts";
import { base64Bytes } from "./base64Bytes.ts";
import { plainResult } from "./plainResult.ts";
import { recordKeyOf } from "./recordKeyOf.ts";
import { selectionQuery } from "./selectionQuery.ts";
import { writeBatch } from "./writeBatch.ts";
import { resultUnavailable, uploadError, writeError } from "./writeError.ts";

/** A step that writes to the repository of a user. */
type WriteStep = Exclude<MutationStep, ExecutedStep | TypenameStep>;

const member = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`;

const isCid = Schema.is(Cid);

const swapOf = (swapCid: string | null) =>
  swapCid === null || isCid(swapCid)
    ? { swapCid, problems: [] }
    : { swapCid: null, problems: [{ path: "swapCid", reason: "must be a CID" }] };

/** Reads the record from the index: one member of the response under the key of the step. */
const readBack = Effect.fnUntraced(function* (answer: RecordResult, uri: AtUri, { did }: Viewer) {
  const index = yield* RecordIndex;
  const { query, parameters } = selectionQuery(answer, uri);
  return (yield* Effect.mapError(index.query(query, parameters, did), () => resultUnavailable(uri))).slice(1, -1);
});

const put = Effect.fnUntraced(function* (
  viewer: Viewer,
  step: Extract<WriteStep, { readonly _tag: "CreateStep" | "UpdateStep" }>,
  key: WriteKey | null
) {
  const { collection, record: value } = step;
  const action = step._tag === "CreateStep" ? "create" : "update";
  const swap = swapOf(step._tag === "UpdateStep" ? step.swapCid : null);
  const place = recordKeyOf(collection, step.rkey, yield* freshTid, action === "create");
  const problems = [...place.problems, ...swap.problems, ...step.problems];
  const input = { collection: collection.nsid, rkey: place.rkey, value, swapCid: swap.swapCid, problems };
  const uri = yield* Effect.mapError(writeRecord(viewer, action, input, key), writeError);
  return yield* readBack(step.answer, uri, viewer);
});

const remove = Effect.fnUntraced(function* (
  viewer: Viewer,
  step: Extract<WriteStep, { readonly _tag: "DeleteStep" }>,
  key: WriteKey | null
) {
  const { problems, rkey } = recordKeyOf(step.collection, step.rkey, yield* freshTid, false);
  const target = { collection: step.collection.nsid, rkey };
  const swap = swapOf(step.swapCid);
  const all = [...problems, ...swap.problems];
  const uri = yield* Effect.mapError(deleteRecord(viewer, target, swap.swapCid, key, all), writeError);
  return member(step.key, plainResult(step.answer, { uri }));
});

const upload = Effect.fnUntraced(function* (viewer: Viewer, step: UploadBlobStep) {
  const { size, bytes } = yield* Either.mapLeft(base64Bytes(step.data), (wrong) =>
    apiError("BAD_USER_INPUT", `data ${wrong}.`)
  );
  const source = { mimeType: step.mimeType, size, bytes, repeatable: true };
  const blob = yield* Effect.mapError(uploadBlob(viewer, source), uploadError);
  return member(step.key, plainResult(step.answer, { ...blob }));
});

/**
 * Executes one step for the signed-in user, and returns the text of its response member or an error. A blob upload needs
 * no idempotency key, because it can be repeated.
 */
export const runStep = Effect.fnUntraced(function* (viewer: Viewer | null, step: WriteStep, key: WriteKey | null) {
  if (viewer === null) return yield* Effect.fail<ApiError>(authenticationRequired);
  switch (step._tag) {
    case "CreateStep":
    case "UpdateStep":
      return yield* put(viewer, step, key);
    case "DeleteStep":
      return yield* remove(viewer, step, key);
    case "ApplyWritesStep":
      return member(step.key, yield* writeBatch(viewer, step, key));
    case "UploadBlobStep":
      return yield* upload(viewer, step);
  }
});
