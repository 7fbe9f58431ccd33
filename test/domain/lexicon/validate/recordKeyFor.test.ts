import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import type { RecordKeyRule } from "../../../../src/domain/lexicon/model/Collection.ts";
import { recordKeyFor } from "../../../../src/domain/lexicon/validate/recordKeyFor.ts";

const fresh = "3jzfcijpj2z2a";
const literal: RecordKeyRule = { _tag: "Literal", value: "self" };

describe("recordKeyFor", () => {
  it.each<[RecordKeyRule, string | null, string]>([
    [literal, null, "self"],
    [literal, "self", "self"],
    [literal, "other", "not-the-literal"],
    [{ _tag: "Tid" }, null, fresh],
    [{ _tag: "Tid" }, "3kvt7a2xyzw2a", "3kvt7a2xyzw2a"],
    [{ _tag: "Tid" }, "my-key", "not-a-tid"],
    [{ _tag: "Any" }, null, fresh],
    [{ _tag: "Any" }, "my-key", "my-key"],
    [{ _tag: "Any" }, "a/b", "not-a-record-key"],
    [{ _tag: "Any" }, "..", "not-a-record-key"],
    [{ _tag: "NsidKey" }, null, "missing"],
    [{ _tag: "NsidKey" }, "com.example.thing", "com.example.thing"],
    [{ _tag: "NsidKey" }, "thing", "not-an-nsid"]
  ])("%j with %j is %s", (rule, requested, expected) => {
    const outcome = recordKeyFor(rule, requested, fresh);
    assert.strictEqual(Either.isRight(outcome) ? outcome.right : outcome.left.reason, expected);
  });

  it.each<[RecordKeyRule, string | null, string]>([
    [literal, null, "self"],
    [{ _tag: "Tid" }, "", "must be given: the last part of the uri of the record"],
    [{ _tag: "Any" }, null, "must be given: the last part of the uri of the record"],
    [{ _tag: "Tid" }, "my-key", "must be a TID, such as 3jzfcijpj2z2a"],
    [{ _tag: "Any" }, "my-key", "my-key"]
  ])("of a record that exists: %j with %j is %s", (rule, requested, expected) => {
    const outcome = recordKeyFor(rule, requested, null);
    assert.strictEqual(Either.isRight(outcome) ? outcome.right : outcome.left.message, expected);
  });
});
