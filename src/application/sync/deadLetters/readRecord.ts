import * as Either from "effect/Either";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { describeProblems } from "../../../domain/lexicon/validate/describeProblems.ts";
import { validateRecord } from "../../../domain/lexicon/validate/validateRecord.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { recordValue } from "../../../domain/sync/repository/recordValue.ts";

/** Why a record is not indexed, with the record if it can be represented. */
export type Refusal = Pick<DeadLetter, "reason" | "detail" | "value">;

/** Returns a record that is valid by its Lexicon, or why it is not indexed. */
export const checkRecord = (
  set: LexiconSet,
  collection: Nsid,
  value: JsonObject
): Either.Either<JsonObject, Refusal> => {
  const problems = validateRecord(set, collection, value);
  if (problems.length === 0) return Either.right(value);
  return Either.left({ reason: "invalid", detail: describeProblems(problems), value });
};

/** Returns the record of a block if it matches its CID and is valid by its Lexicon, or why it is not indexed. */
export const readRecord = (set: LexiconSet, collection: Nsid, block: Uint8Array): Either.Either<JsonObject, Refusal> =>
  Either.match(recordValue(block, collection), {
    onLeft: (reason) => Either.left({ reason, detail: null, value: null }),
    onRight: (value) => checkRecord(set, collection, value)
  });
