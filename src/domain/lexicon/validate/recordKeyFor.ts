import { isValidNsid, isValidRecordKey, isValidTid } from "@atproto/syntax";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { RecordKey } from "../../atproto/RecordKey.ts";
import type { RecordKeyRule } from "../model/Collection.ts";

/** A record key that the rule of the collection does not allow, or a required key that is missing. */
class RecordKeyRejected extends Schema.TaggedError<RecordKeyRejected>()("RecordKeyRejected", {
  reason: Schema.Literal("missing", "not-the-literal", "not-a-tid", "not-an-nsid", "not-a-record-key"),
  message: Schema.String
}) {}

const reject = (reason: RecordKeyRejected["reason"], message: string) =>
  Either.left(new RecordKeyRejected({ reason, message }));

const accept = (key: string) => Either.right(RecordKey.make(key, true));

/**
 * Returns the key of a record: the requested one if the rule allows it; for a new record without one, the literal of
 * the rule or `freshTid`, which is null for an existing record. A collection keyed by NSID has no default key (AT
 * Protocol, Record Key). The error message continues after the name of the argument.
 */
export const recordKeyFor = (
  rule: RecordKeyRule,
  requested: string | null,
  freshTid: string | null
): Either.Either<RecordKey, RecordKeyRejected> => {
  const isNew = freshTid !== null;
  if (!isNew && rule._tag !== "Literal" && (requested ?? "") === "")
    return reject("missing", "must be given: the last part of the uri of the record");
  if (requested !== null && !isValidRecordKey(requested)) {
    return reject(
      "not-a-record-key",
      'must be 1 to 512 of the characters A-Z a-z 0-9 . - _ : ~, and neither "." nor ".."'
    );
  }
  switch (rule._tag) {
    case "Literal":
      if (requested === null || requested === rule.value) return accept(rule.value);
      return reject("not-the-literal", `must be ${rule.value} in this collection: leave it out`);
    case "Tid": {
      const key = requested ?? freshTid ?? "";
      if (isValidTid(key)) return accept(key);
      return reject(
        "not-a-tid",
        `must be a TID, such as 3jzfcijpj2z2a${isNew ? ": leave it out to get a fresh one" : ""}`
      );
    }
    case "NsidKey":
      if (requested === null)
        return reject("missing", "must be given in this collection: an NSID, such as com.example.thing");
      return isValidNsid(requested)
        ? accept(requested)
        : reject("not-an-nsid", "must be an NSID, such as com.example.thing");
    case "Any":
      return accept(requested ?? freshTid ?? "");
  }
};
