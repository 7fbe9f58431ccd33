import { zstdCompressSync } from "node:zlib";
import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import fc from "fast-check";
import { decodeVersion1 } from "../../../../src/adapters/sync/jetstream/decodeVersion1.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import type { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";
import { maxDeadLetterBytes } from "../../../../src/domain/sync/DeadLetters.ts";
import { statedRecord } from "../../../../src/domain/sync/stream/statedRecord.ts";
import { compressedCreate, dictionary, plainlyCompressedCreate } from "./compressedMessages.ts";
import { publishedMessages } from "./publishedMessages.ts";

const { account, create, identity, remove } = publishedMessages;
const decodeText = (text: string | Uint8Array) =>
  decodeVersion1({ data: Buffer.from(text), isBinary: false }, undefined, 7);
const decode = (message: unknown) => decodeText(JSON.stringify(message));
const decodeBinary = (base64: string, withDictionary: boolean) =>
  decodeVersion1(
    { data: Buffer.from(base64, "base64"), isBinary: true },
    withDictionary ? Buffer.from(dictionary, "base64") : undefined,
    7
  );

describe("decodeVersion1", () => {
  it("decodes the published example of a creation", () => {
    assert.deepStrictEqual(decode(create), {
      cursor: 1725911162329308,
      time: 1725911162329,
      event: {
        _tag: "Commit",
        did: create.did,
        rev: "3l3qo2vutsw2b",
        operations: [
          { action: "create", collection: "app.bsky.feed.like", rkey: "3l3qo2vuowo2b", cid: create.commit.cid }
        ],
        content: { _tag: "Stated", values: [create.commit.record] }
      }
    });
  });

  it("leaves a record as it was: the published example has its CID", () => {
    const { event } = decode(create);
    const [value] = event._tag === "Commit" && event.content._tag === "Stated" ? event.content.values : [];
    const stated = statedRecord(value ?? {}, create.commit.cid, Nsid.make("app.bsky.feed.like"));
    assert.deepStrictEqual(stated, Either.right(create.commit.record));
  });

  it("decodes an update", () => {
    const { event } = decode({ ...create, commit: { ...create.commit, operation: "update" } });
    assert.strictEqual(event._tag === "Commit" ? event.operations[0]?.action : null, "update");
  });

  it("decodes a record that is left out, so that it replaces the one before", () => {
    const { event } = decode({ ...create, commit: { ...create.commit, record: undefined } });
    assert.deepStrictEqual(event._tag === "Commit" ? event.content : null, { _tag: "Stated", values: [null] });
    assert.strictEqual(event._tag === "Commit" ? event.operations[0]?.cid : null, create.commit.cid);
  });

  it("decodes the published example of a deletion", () => {
    assert.deepStrictEqual(decode(remove).event, {
      _tag: "Commit",
      did: remove.did,
      rev: "3l3f6nzl3cv2s",
      operations: [{ action: "delete", collection: "app.bsky.graph.follow", rkey: "3l3dn7tku762u", cid: null }],
      content: { _tag: "Stated", values: [null] }
    });
  });

  it("decodes the published example of an identity", () => {
    assert.deepStrictEqual(decode(identity), {
      cursor: 1725516665234703,
      time: 1725516665234,
      event: { _tag: "Identity", did: identity.did }
    });
  });

  it.each<[unknown, AccountStatus | null]>([
    [{ active: true }, null],
    [{ active: true, status: "deactivated" }, null],
    [{ active: false, status: "takendown" }, "takendown"],
    [{ active: false, status: "deleted" }, "deleted"],
    [{ active: false, status: "on-holiday" }, "unknown"],
    [{ active: false, status: 5 }, "unknown"],
    [{ active: false }, "unknown"]
  ])("decodes the account %j as the status %s", (stated, status) => {
    assert.deepStrictEqual(decode({ ...account, account: stated }).event, {
      _tag: "Account",
      did: account.did,
      status
    });
  });

  it.each([
    { ...create, kind: "sync" },
    { ...create, kind: undefined }
  ])("ignores the unknown kind of %j", (message) => {
    assert.deepStrictEqual(decode(message), {
      cursor: 1725911162329308,
      time: 1725911162329,
      event: { _tag: "Ignored" }
    });
  });

  it.each<[string, unknown, string]>([
    ["no commit", { ...create, commit: undefined }, "commit must be an object."],
    ["no DID", { ...create, did: "alice" }, "did must be a DID."],
    ["no rev", { ...create, commit: { ...create.commit, rev: undefined } }, "rev must be a TID."],
    [
      "a rev that sorts after all",
      { ...create, commit: { ...create.commit, rev: "zzzzzzzzzzzzz" } },
      "rev must be a TID."
    ],
    ["no collection", { ...create, commit: { ...create.commit, collection: 1 } }, "collection must be a string."],
    ["no record key", { ...create, commit: { ...create.commit, rkey: null } }, "rkey must be a string."],
    ["no CID", { ...create, commit: { ...create.commit, cid: undefined } }, "cid must be a string."],
    [
      "another operation",
      { ...create, commit: { ...create.commit, operation: "merge" } },
      "The operation must be create, update or delete."
    ],
    ["no account", { ...account, account: null }, "account must be an object."],
    ["an account without a state", { ...account, account: {} }, "active must be true or false."],
    ["no identity", { ...identity, identity: "" }, "identity must be an object."]
  ])("does not decode a message with %s, but knows its position", (_, message, reason) => {
    const { cursor, event } = decode(message);
    assert.isAbove(cursor, 7);
    assert.deepInclude(event, { _tag: "Undecodable", reason });
  });

  it.each<[string, string | Uint8Array, string]>([
    ["text", "nonsense", "The message is not JSON."],
    ["half a message", JSON.stringify(create).slice(0, 100), "The message is not JSON."],
    ["nothing", "", "The message is not JSON."],
    ["a list", "[]", "The message is not a JSON object."],
    ["bytes that are not UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), "The message is not UTF-8."],
    ["half of a surrogate pair in UTF-8", Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), "The message is not UTF-8."],
    ["no position", JSON.stringify({ ...create, time_us: null }), "time_us must be a number of microseconds."],
    ["a fraction", JSON.stringify({ ...create, time_us: 1.5 }), "time_us must be a number of microseconds."],
    ["a huge position", '{"time_us":90071992547409930}', "time_us must be a number of microseconds."]
  ])("gives %s the position of the message before", (_, text, reason) => {
    const { cursor, event, time } = decodeText(text);
    assert.deepStrictEqual({ cursor, time }, { cursor: 7, time: null });
    assert.deepInclude(event, { _tag: "Undecodable", reason });
  });

  it("keeps a limited number of bytes of a message that it cannot decode, and its DID", () => {
    const text = JSON.stringify({ ...create, commit: "x".repeat(100_000) });
    const { event } = decodeText(text);
    assert.deepStrictEqual(event, {
      _tag: "Undecodable",
      did: create.did,
      reason: "commit must be an object.",
      bytes: new Uint8Array(Buffer.from(text).subarray(0, maxDeadLetterBytes))
    });
  });

  it.each([
    ["with the dictionary", compressedCreate, true],
    ["without a dictionary", plainlyCompressedCreate, false],
    ["without a dictionary although there is one", plainlyCompressedCreate, true]
  ])("decodes a message that zstd compressed %s", (_, base64, withDictionary) => {
    assert.deepStrictEqual(decodeBinary(base64, withDictionary), decode(create));
  });

  it.each([
    ["compressed with an unknown dictionary", compressedCreate, false],
    ["that is cut off", compressedCreate.slice(0, 80), true],
    ["that is not compressed", Buffer.from("{}").toString("base64"), true],
    ["that is empty", "", true]
  ])("does not decode a binary message %s", (_, base64, withDictionary) => {
    const { cursor, event } = decodeBinary(base64, withDictionary);
    assert.strictEqual(cursor, 7);
    assert.strictEqual(event._tag, "Undecodable");
  });

  it("does not decompress more than 32 MiB", () => {
    const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
    assert.isBelow(bomb.length, 10_000);
    assert.strictEqual(decodeBinary(bomb.toString("base64"), false).event._tag, "Undecodable");
  });

  it("decodes records of any depth", () => {
    const deep = `${"[".repeat(4_000)}${"]".repeat(4_000)}`;
    const { event } = decodeText(
      JSON.stringify(create).replace('"app.bsky.feed.like","createdAt"', `"x","deep":${deep},"z"`)
    );
    assert.strictEqual(event._tag, "Commit");
  });

  it("never throws, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.strictEqual(decodeText(bytes).cursor, 7);
        assert.strictEqual(decodeBinary(Buffer.from(bytes).toString("base64"), true).cursor, 7);
      })
    );
  });

  it("never throws, for any JSON in any place", () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom("commit", "account", "delete", "create", create.did, 5));
    const object = fc.record(
      {
        did: fc.oneof(fc.constant(create.did), member),
        time_us: fc.oneof(fc.nat(), member),
        kind: member,
        commit: fc.oneof(
          fc.record(
            {
              rev: fc.oneof(fc.constant("3l3qo2vutsw2b"), member),
              operation: member,
              collection: member,
              rkey: member,
              cid: member,
              record: member
            },
            { requiredKeys: [] }
          ),
          member
        ),
        account: fc.oneof(fc.record({ active: member, status: member }, { requiredKeys: [] }), member),
        identity: member
      },
      { requiredKeys: [] }
    );
    fc.assert(
      fc.property(object, (message) => {
        const { cursor } = decode(message);
        assert.isTrue(Number.isSafeInteger(cursor));
      }),
      { numRuns: 1_000 }
    );
  });
});
