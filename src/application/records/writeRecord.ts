import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Cid } from "../../domain/atproto/Cid.ts";
import type { Nsid } from "../../domain/atproto/Nsid.ts";
import type { RecordKey } from "../../domain/atproto/RecordKey.ts";
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import { validateRecord } from "../../domain/lexicon/validateRecord.ts";
import type { JsonObject } from "../../domain/record/Json.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { type PdsCredentials, type RecordTarget, Repository } from "../../domain/record/Repository.ts";
import { recordCid } from "../../domain/record/recordCid.ts";
import type { Viewer } from "../token/Viewer.ts";
import { carryOutWrite } from "./carryOutWrite.ts";
import { InvalidRecord } from "./refusals.ts";
import { requestWrite, requireWriteScope } from "./requestWrite.ts";

/** A record to put at an address. `value` carries its `$type`. */
export interface RecordInput {
  readonly collection: Nsid;
  readonly rkey: RecordKey;
  readonly value: JsonObject;
  readonly swapCid: Cid | null;
}

const outsideDataModel =
  "holds a value that records cannot have: a number that is no integer within 2^53, text that is no Unicode, or a malformed $link or $bytes";

const checkedCid = (input: RecordInput) =>
  Effect.gen(function* () {
    const catalog = yield* LexiconCatalog;
    const problems = validateRecord(yield* catalog.current, input.collection, input.value);
    if (problems.length > 0) return yield* new InvalidRecord({ problems });
    return yield* Either.mapLeft(
      recordCid(input.value),
      () => new InvalidRecord({ problems: [{ path: "", reason: outsideDataModel }] })
    );
  });

const send = (action: "create" | "update", input: RecordInput, target: RecordTarget) => (credentials: PdsCredentials) =>
  Effect.flatMap(Repository, (repository) =>
    action === "create"
      ? repository.create(credentials, target, input.value)
      : repository.put(credentials, target, input.value, input.swapCid)
  );

/**
 * Writes a record to the person's repository: authorised, validated, written down, sent, written down, indexed. The
 * next query sees it. Nothing is sent when the scope or the Lexicon does not allow it.
 */
export const writeRecord = Effect.fn("writeRecord")(function* (
  viewer: Viewer,
  action: "create" | "update",
  input: RecordInput
) {
  yield* requireWriteScope(viewer, input.collection, action);
  const cid = yield* checkedCid(input);
  const target = { collection: input.collection, rkey: input.rkey };
  const { event, uri } = yield* requestWrite(viewer, action, target, cid, input.swapCid);
  const index = yield* RecordIndex;
  const indexedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const { collection, rkey, value } = input;
  yield* carryOutWrite({
    viewer,
    requested: event,
    send: send(action, input, target),
    index: ({ cid: writtenCid, rev }) =>
      index.put({ uri, cid: writtenCid, did: viewer.did, collection, rkey, rev, indexedAt, value })
  });
  return uri;
}, Effect.uninterruptible);
