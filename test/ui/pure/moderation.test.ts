import { assert, describe, it } from "@effect/vitest";
import { groupReports, type QueuedReport } from "../../../ui/src/sections/moderation/groupReports.ts";
import { labelState } from "../../../ui/src/sections/moderation/labelState.ts";
import { factsOf, textsOf, valueText } from "../../../ui/src/sections/moderation/recordText.ts";
import { accountOf, queuePath } from "../../../ui/src/sections/moderation/subjectAddress.ts";

const reported = (id: string, subjectUri: string, reasonType: QueuedReport["reasonType"]): QueuedReport => ({
  id,
  subjectUri,
  reasonType,
  status: "OPEN",
  createdAt: "2026-11-29T12:00:00.000Z",
  subject: { did: accountOf(subjectUri), handle: null, state: "PRESENT", collection: null, value: null }
});

describe("the queue", () => {
  it("groups reports by subject, in the order of the newest of each, the most frequent reason first", () => {
    const [alice, bob] = ["did:plc:alice", "at://did:plc:bob/app.example.note/1"];
    const groups = groupReports([
      reported("1", alice, "OTHER"),
      reported("2", bob, "SPAM"),
      reported("3", alice, "RUDE"),
      reported("4", alice, "RUDE")
    ]);
    assert.deepStrictEqual(
      groups.map(({ reasons, reports, uri }) => [uri, reports.map(({ id }) => id), reasons]),
      [
        [alice, ["1", "3", "4"], ["RUDE", "OTHER"]],
        [bob, ["2"], ["SPAM"]]
      ]
    );
  });

  it("keeps the other filters in the addresses of subjects", () => {
    const search = new URLSearchParams({ status: "ALL", subject: "did:plc:alice" });
    assert.strictEqual(queuePath(search, { subject: "did:plc:bob" }), "/moderation?status=ALL&subject=did%3Aplc%3Abob");
    assert.strictEqual(queuePath(search, { subject: "", status: "" }), "/moderation");
    assert.strictEqual(accountOf("at://did:plc:bob/app.example.note/1"), "did:plc:bob");
  });
});

describe("a record as a person reads it", () => {
  const record = {
    $type: "app.example.note",
    title: "Pills",
    text: "Buy them.",
    langs: ["en", "de"],
    image: { $type: "blob", mimeType: "image/png", size: 12 },
    reply: { uri: "at://did:plc:bob/app.example.note/1", cid: "bafy" }
  };

  it("begins with its texts, and then has the other members in words", () => {
    assert.deepStrictEqual(textsOf(record), ["Buy them.", "Pills"]);
    assert.deepStrictEqual(
      factsOf(record).map(([name, value]) => [name, valueText(value)]),
      [
        ["langs", "en, de"],
        ["image", "Blob, image/png, 12 bytes"],
        ["reply", "at://did:plc:bob/app.example.note/1"]
      ]
    );
  });

  it("is read whatever its form is", () => {
    for (const value of [null, 7, "text", [], {}, { text: 7 }]) {
      assert.deepStrictEqual(textsOf(value), []);
      factsOf(value).map(([, member]) => valueText(member));
    }
  });
});

describe("a label", () => {
  const label = { id: "1", src: "did:web:a", uri: "did:plc:a", val: "spam", neg: false, cts: "", exp: null };

  it("is active until it is negated or ends", () => {
    const end = "2026-11-29T12:00:00.000Z";
    assert.strictEqual(labelState(label, 0), "active");
    assert.strictEqual(labelState({ ...label, neg: true }, 0), "negated");
    assert.strictEqual(labelState({ ...label, exp: end }, Date.parse(end) - 1), "active");
    assert.strictEqual(labelState({ ...label, exp: end }, Date.parse(end)), "expired");
  });
});
