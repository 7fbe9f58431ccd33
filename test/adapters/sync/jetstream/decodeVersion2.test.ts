import { assert, describe, it } from "@effect/vitest";
import fc from "fast-check";
import { decodeVersion2, type Version2Message } from "../../../../src/adapters/sync/jetstream/decodeVersion2.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { RepoEvent } from "../../../../src/domain/sync/stream/RepoEvent.ts";
import { compressedVersion2, dictionary } from "./compressedMessages.ts";

const lexicon = "network.bsky.jetstream.subscribeEvents";
const did = Did.make("did:plc:eygmaihciaxprqvxpfvl6flk");
const time = "2026-08-11T19:46:02.329308Z";
const milliseconds = Date.parse("2026-08-11T19:46:02.329Z");

/** A message by the Lexicon, in the framing `xrpc.v1.json`. */
const message = (kind: string, payload: object): object => ({
  $type: "message",
  payload: { $type: `${lexicon}#${kind}`, seq: 8, did, time, ...payload }
});

const commit = {
  rev: "3l3qo2vutsw2b",
  operation: "create",
  collection: "app.bsky.feed.like",
  rkey: "3l3qo2vuowo2b",
  cid: "bafyreidwaivazkwu67xztlmuobx35hs2lnfh3kolmgfmucldvhd3sgzcqi",
  record: { $type: "app.bsky.feed.like" }
};

const decodeText = (text: string | Uint8Array): Version2Message =>
  decodeVersion2({ data: Buffer.from(text), isBinary: false }, undefined, 7);
const decode = (frame: unknown): Version2Message => decodeText(JSON.stringify(frame));

const event = (expected: RepoEvent, at: number | null = milliseconds): Version2Message => ({
  _tag: "Event",
  event: { cursor: 8, time: at, event: expected }
});

describe("decodeVersion2", () => {
  it("decodes a commit", () => {
    const { cid, collection, record, rev, rkey } = commit;
    assert.deepStrictEqual(
      decode(message("commit", commit)),
      event({
        _tag: "Commit",
        did,
        rev,
        operations: [{ action: "create", collection, rkey, cid }],
        content: { _tag: "Stated", values: [record] }
      })
    );
  });

  it("decodes a deletion", () => {
    const { collection, rev, rkey } = commit;
    assert.deepStrictEqual(
      decode(message("commit", { ...commit, operation: "delete", cid: undefined, record: undefined })),
      event({
        _tag: "Commit",
        did,
        rev,
        operations: [{ action: "delete", collection, rkey, cid: null }],
        content: { _tag: "Stated", values: [null] }
      })
    );
  });

  it("takes the position of the Jetstream, not that of the relay", () => {
    assert.deepStrictEqual(
      decode(message("identity", { identity: { seq: 999, did, time } })),
      event({ _tag: "Identity", did })
    );
    assert.deepStrictEqual(
      decode(message("account", { account: { seq: 999, did, active: false, status: "suspended" } })),
      event({ _tag: "Account", did, status: "suspended" })
    );
    assert.deepStrictEqual(
      decode(message("sync", { sync: { seq: 999, did, rev: "3l3qo2vutsw2b", blocks: { $bytes: "AA" } } })),
      event({ _tag: "State", did, rev: "3l3qo2vutsw2b" })
    );
  });

  it.each([
    ["when the event was witnessed", { time: "2020-01-01T00:00:00.000000Z", witnessedAt: time }, milliseconds],
    ["nothing, if the time is not one", { time: "yesterday" }, null],
    ["nothing, if the time is a number", { time: 5 }, null]
  ])("states %s", (_, times, expected) => {
    assert.deepStrictEqual(decode(message("identity", times)), event({ _tag: "Identity", did }, expected));
  });

  it("ignores an unknown kind, but knows its position", () => {
    assert.deepStrictEqual(decode(message("future", {})), event({ _tag: "Ignored" }));
  });

  it("ignores an unknown frame", () => {
    assert.deepStrictEqual(decode({ $type: "hello" }), {
      _tag: "Event",
      event: { cursor: 7, time: null, event: { _tag: "Ignored" } }
    });
  });

  it("decodes notices and errors", () => {
    const info = {
      $type: "message",
      payload: { $type: `${lexicon}#info`, name: "OutdatedCursor", message: "clamped" }
    };
    assert.deepStrictEqual(decode(info), { _tag: "Info", name: "OutdatedCursor" });
    assert.deepStrictEqual(decode({ $type: "error", error: "ConsumerTooSlow", message: "too slow" }), {
      _tag: "Error",
      name: "ConsumerTooSlow",
      message: "too slow"
    });
    assert.deepStrictEqual(decode({ $type: "error" }), { _tag: "Error", name: "unknown", message: null });
  });

  it.each<[string, unknown, number, string]>([
    ["no position", message("identity", { seq: undefined }), 7, "seq must be a positive integer."],
    ["the position 0", message("identity", { seq: 0 }), 7, "seq must be a positive integer."],
    ["a fraction as position", message("identity", { seq: 1.5 }), 7, "seq must be a positive integer."],
    ["no DID", message("identity", { did: "alice" }), 8, "did must be a DID."],
    ["no account", message("account", {}), 8, "account must be an object."],
    ["no state", message("sync", {}), 8, "sync must be an object."],
    ["a state without rev", message("sync", { sync: { rev: "" } }), 8, "rev must be a TID."],
    ["no payload", { $type: "message" }, 7, "payload must be an object."]
  ])("does not decode a message with %s", (_, frame, cursor, reason) => {
    const decoded = decode(frame);
    assert.strictEqual(decoded._tag === "Event" ? decoded.event.cursor : null, cursor);
    assert.deepInclude(decoded._tag === "Event" ? decoded.event.event : null, { _tag: "Undecodable", reason });
  });

  it("decodes a message that zstd compressed with the dictionary", () => {
    const received = { data: Buffer.from(compressedVersion2, "base64"), isBinary: true };
    const decoded = decodeVersion2(received, Buffer.from(dictionary, "base64"), 3);
    assert.strictEqual(decoded._tag === "Event" ? decoded.event.event._tag : null, "Identity");
  });

  it("never throws, for any bytes and any JSON in any place", () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom("commit", "delete", "create", did, 5, time));
    const payload = fc.record(
      {
        $type: fc.oneof(
          fc.constantFrom("commit", "identity", "account", "sync", "info").map((kind) => `#${kind}`),
          member
        ),
        seq: fc.oneof(fc.nat(), member),
        did: fc.oneof(fc.constant(did), member),
        time: member,
        witnessedAt: member,
        rev: member,
        operation: member,
        collection: member,
        rkey: member,
        cid: member,
        record: member,
        account: member,
        sync: member,
        name: member
      },
      { requiredKeys: [] }
    );
    const frame = fc.record(
      {
        $type: fc.constantFrom("message", "error", "other"),
        payload: fc.oneof(payload, member),
        error: member,
        message: member
      },
      { requiredKeys: [] }
    );
    fc.assert(
      fc.property(frame, (value) => {
        assert.include(["Event", "Info", "Error"], decode(value)._tag);
      }),
      { numRuns: 1_000 }
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.strictEqual(decodeText(bytes)._tag, "Event");
      })
    );
  });
});
