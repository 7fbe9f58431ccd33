import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { applyWrites } from "../../../application/records/applyWrites.ts";
import { freshTids } from "../../../application/records/freshTid.ts";
import type { WriteKey } from "../../../application/records/Write.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import { recordKeyFor } from "../../../domain/lexicon/recordKeyFor.ts";
import type { JsonObject } from "../../../domain/record/Json.ts";
import { RecordIndex } from "../../../domain/record/RecordIndex.ts";
import type { BatchWrite } from "../../../domain/record/Repository.ts";
import type { ApplyWritesStep, BatchEntry } from "../plan/Plan.ts";
import { plainAnswer } from "../plan/plainAnswer.ts";
import { selectionQuery } from "../plan/selectionQuery.ts";
import { apiError } from "./ApiError.ts";
import { answerUnavailable, writeError } from "./writeError.ts";

const writeOf = ({ action, collection, rkey: requested, value }: BatchEntry, freshTid: string, place: number) =>
  Effect.gen(function* () {
    const rkey = yield* Effect.mapError(recordKeyFor(collection.key, requested, freshTid), ({ message }) =>
      apiError("BAD_USER_INPUT", `writes[${place}]: ${message}.`)
    );
    const target = { collection: collection.nsid, rkey };
    return (action === "delete" ? { action, target } : { action, target, value: value ?? {} }) satisfies BatchWrite;
  });

/** This service wrote the text. */
const parsed = (text: string): JsonObject => JSON.parse(text);

const resultOf = ({ answer, members }: ApplyWritesStep, uri: AtUri, isDelete: boolean) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const found = isDelete ? Option.none() : yield* index.find(uri);
    const { query, parameters } = selectionQuery(answer, uri);
    const records = isDelete || query.roots.length === 0 ? {} : parsed(yield* index.answer(query, parameters));
    const cid = Option.getOrNull(Option.map(found, (record) => record.cid));
    const entries = members.map((member) => [
      member.key,
      member._tag === "RecordMember" ? (records[member.key] ?? null) : plainAnswer([member], { uri, cid })[member.key]
    ]);
    return Object.fromEntries(entries);
  }).pipe(Effect.mapError(() => answerUnavailable(uri)));

/** Carries out a batch for who is signed in: what became of each write, in order. */
export const writeBatch = (viewer: Viewer, step: ApplyWritesStep, key: WriteKey | null) =>
  Effect.gen(function* () {
    const tids = yield* freshTids(step.writes.length);
    const writes = yield* Effect.forEach(step.writes, (entry, at) => writeOf(entry, tids[at] ?? "", at));
    const uris = yield* Effect.mapError(applyWrites(viewer, writes, key), writeError);
    return yield* Effect.forEach(uris, (uri, at) => resultOf(step, uri, step.writes[at]?.action === "delete"), {
      concurrency: 4
    });
  });
