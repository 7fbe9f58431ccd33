import { assert, describe, it } from "@effect/vitest";
import fc from "fast-check";
import { decodeTapMessage } from "../../../../src/adapters/sync/tap/decodeTapMessage.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");

/** The examples of the documentation of Tap. */
const record = {
  id: 12345,
  type: "record",
  record: {
    live: true,
    rev: "3kb3fge5lm32x",
    did,
    collection: "app.bsky.feed.post",
    rkey: "3kb3fge5lm32x",
    action: "create",
    cid: "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a",
    record: { text: "Hello world!", $type: "app.bsky.feed.post", createdAt: "2024-10-07T12:00:00.000Z" }
  }
};
const identity = {
  id: 12346,
  type: "identity",
  identity: { did, handle: "alice.bsky.social", is_active: true, status: "active" }
};

const decode = (message: unknown) => decodeTapMessage(Buffer.from(JSON.stringify(message)));

describe("decodeTapMessage", () => {
  it.each([{ live: true }, { live: false }])("decodes the published example of a record with %j", (live) => {
    assert.deepStrictEqual(decode({ ...record, record: { ...record.record, ...live } }), {
      id: 12345,
      events: [
        {
          _tag: "Commit",
          did,
          rev: "3kb3fge5lm32x",
          operations: [
            { action: "create", collection: "app.bsky.feed.post", rkey: "3kb3fge5lm32x", cid: record.record.cid }
          ],
          content: { _tag: "Stated", values: [record.record.record] }
        }
      ]
    });
  });

  it("decodes a record that the Tap could not decode, so that it replaces the one before", () => {
    const [event] = decode({ ...record, record: { ...record.record, record: undefined } }).events;
    assert.deepInclude(event, { _tag: "Commit", content: { _tag: "Stated", values: [null] } });
  });

  it("decodes a deletion", () => {
    const { cid: _, record: __, ...rest } = record.record;
    const [event] = decode({ ...record, record: { ...rest, action: "delete" } }).events;
    assert.deepStrictEqual(event, {
      _tag: "Commit",
      did,
      rev: "3kb3fge5lm32x",
      operations: [{ action: "delete", collection: "app.bsky.feed.post", rkey: "3kb3fge5lm32x", cid: null }],
      content: { _tag: "Stated", values: [null] }
    });
  });

  it.each<[unknown, unknown, AccountStatus | null]>([
    [true, "active", null],
    [false, "takendown", "takendown"],
    [false, "suspended", "suspended"],
    [false, "deactivated", "deactivated"],
    [false, "deleted", "deleted"],
    [false, "desynchronized", "desynchronized"],
    [false, "on-holiday", "unknown"],
    [false, "active", "unknown"],
    [false, undefined, "unknown"]
  ])("decodes an identity with is_active %j and the status %j", (isActive, stated, status) => {
    assert.deepStrictEqual(
      decode({ ...identity, identity: { ...identity.identity, is_active: isActive, status: stated } }),
      {
        id: 12346,
        events: [
          { _tag: "Account", did, status },
          { _tag: "Identity", did }
        ]
      }
    );
  });

  it("ignores a message of another type, which is acknowledged", () => {
    assert.deepStrictEqual(decode({ id: 3, type: "label", label: {} }), { id: 3, events: [{ _tag: "Ignored" }] });
  });

  it.each<[string, unknown, string]>([
    ["no rev", { ...record, record: { ...record.record, rev: "" } }, "rev must be a TID."],
    [
      "another action",
      { ...record, record: { ...record.record, action: "merge" } },
      "The operation must be create, update or delete."
    ],
    [
      "an account that is neither active nor inactive",
      { ...identity, identity: { did } },
      "active must be true or false."
    ]
  ])("knows the id and the account of a message with %s", (_, message, reason) => {
    const { events, id } = decode(message);
    assert.isAbove(id ?? 0, 0);
    assert.lengthOf(events, 1);
    assert.deepInclude(events[0], { _tag: "Undecodable", did, reason });
  });

  it.each<[string, unknown, string]>([
    ["no id", { ...record, id: undefined }, "id must be a positive integer."],
    ["the id 0", { ...record, id: 0 }, "id must be a positive integer."],
    ["a negative id", { ...record, id: -1 }, "id must be a positive integer."],
    ["a fraction as id", { ...record, id: 1.5 }, "id must be a positive integer."],
    ["an id as text", { ...record, id: "1" }, "id must be a positive integer."],
    ["an id that JSON rounds", { ...record, id: 2 ** 60 }, "id must be a positive integer."],
    ["a list", [record], "The message is not a JSON object."]
  ])("does not acknowledge a message with %s", (_, message, reason) => {
    const { events, id } = decode(message);
    assert.isNull(id);
    assert.deepInclude(events[0], { _tag: "Undecodable", reason });
  });

  it("never throws, for any bytes and any JSON in any place", () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom("record", "identity", "create", "delete", did, 5));
    const inner = fc.oneof(
      fc.record(
        {
          did: fc.oneof(fc.constant(did), member),
          rev: member,
          action: member,
          collection: member,
          rkey: member,
          cid: member,
          record: member,
          is_active: member,
          status: member
        },
        { requiredKeys: [] }
      ),
      member
    );
    const message = fc.record(
      { id: fc.oneof(fc.nat(), member), type: member, record: inner, identity: inner },
      { requiredKeys: [] }
    );
    fc.assert(
      fc.property(message, (value) => {
        assert.isNotEmpty(decode(value).events);
      }),
      { numRuns: 1_000 }
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.isNotEmpty(decodeTapMessage(Buffer.from(bytes)).events);
      })
    );
  });
});
