import { assert, it } from "@effect/vitest";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { changeSeen } from "../../../../src/domain/record/change/changeSeen.ts";
import type { RecordChange } from "../../../../src/domain/record/change/RecordChange.ts";
import { recordOf } from "../../../contracts/recordIndexFixture.ts";

const collection = Nsid.make("test.change.seen");

const version = (matches: boolean | null) =>
  matches === null ? null : { record: recordOf(collection, "a", { matches }), handle: null };

const change = (kind: RecordChange["kind"], before: boolean | null, after: boolean | null): RecordChange => ({
  kind,
  collection,
  uri: recordOf(collection, "a", {}).uri,
  position: { commit: 1, n: 1 },
  before: version(before),
  after: version(after),
  isHidden: false
});

it.each([
  ["created", null, true, "created"],
  ["created", null, false, null],
  ["created", null, null, null],
  ["updated", true, true, "updated"],
  ["updated", false, true, "created"],
  ["updated", true, false, "deleted"],
  ["updated", false, false, null],
  ["updated", null, null, "deleted"],
  ["deleted", true, null, "deleted"],
  ["deleted", false, null, null],
  ["deleted", null, null, "deleted"]
] as const)("a record that is %s and matches before: %s, after: %s, is seen as %s", (kind, before, after, seen) => {
  assert.strictEqual(
    changeSeen(change(kind, before, after), ({ record }) => record.value.matches === true),
    seen
  );
});
