import { isValidRecordKey } from "@atproto/syntax";
import * as Either from "effect/Either";
import type { RecordKeyRule } from "../model/Collection.ts";

/** Reads the `key` of a record Lexicon: `tid`, `any`, `nsid` or `literal:<record key>` (AT Protocol, Lexicon). */
export const recordKeyRule = (key: string | undefined): Either.Either<RecordKeyRule, string> => {
  if (key === "tid") return Either.right({ _tag: "Tid" });
  if (key === "any") return Either.right({ _tag: "Any" });
  if (key === "nsid") return Either.right({ _tag: "NsidKey" });
  const value = key?.startsWith("literal:") ? key.slice("literal:".length) : "";
  if (isValidRecordKey(value)) return Either.right({ _tag: "Literal", value });
  return Either.left("must be tid, any, nsid, or literal: and a record key, such as literal:self");
};
