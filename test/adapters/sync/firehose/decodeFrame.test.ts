import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import fc from "fast-check";
import { CID } from "multiformats/cid";
import { decodeFrame, type Frame } from "../../../../src/adapters/sync/firehose/decodeFrame.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { RepoEvent } from "../../../../src/domain/sync/stream/RepoEvent.ts";
import { seeded, write } from "../../../support/commitEvents.ts";
import { commitBody, frameOf, messageFrame } from "../../../support/firehoseFrames.ts";
import { runsOf } from "../../../support/runsOf.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const rev = "3l3qo2vutsw2b";
const cid = CID.parse("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const time = "2026-11-28T10:00:00.123Z";
const at = Date.parse(time);
const seq = 2 ** 40 + 7;

const commit = {
  seq,
  time,
  repo: did,
  rev,
  since: null,
  rebase: false,
  tooBig: false,
  commit: cid,
  prevData: cid,
  blocks: new Uint8Array([1, 2, 3]),
  blobs: [cid],
  ops: [{ action: "create", path: "dev.example.note/1", cid }]
};

const eventOf = (frame: Frame): RepoEvent | null => (frame._tag === "Event" ? frame.event : null);

/** What a frame that cannot be read says, and of whom. */
const undecodable = (bytes: Uint8Array): readonly [reason: string, seq: number | null, did: string | null] | null => {
  const frame = decodeFrame(bytes);
  return frame._tag === "Event" && frame.event._tag === "Undecodable"
    ? [frame.event.reason, frame.seq, frame.event.did]
    : null;
};

describe("a frame", () => {
  it("of a commit has what was made, and its blocks as they are", async () => {
    const maker = await seeded(30);
    const event = await maker.commit([write("r1", "changed"), write("r2", null), write("new", "\u00fc")]);
    const frame = decodeFrame(messageFrame("#commit", commitBody(event, seq, time)));
    assert.deepStrictEqual<unknown>(frame, { _tag: "Event", seq, time: at, event });
  });

  it.each<[string, string, object, RepoEvent]>([
    ["a state", "#sync", { did, rev, blocks: new Uint8Array() }, { _tag: "State", did, rev }],
    ["an identity", "#identity", { did, handle: "alice.test" }, { _tag: "Identity", did }],
    ["an identity without a handle", "#identity", { did }, { _tag: "Identity", did }],
    ["an active account", "#account", { did, active: true }, { _tag: "Account", did, status: null }],
    [
      "an active account with a status",
      "#account",
      { did, active: true, status: "throttled" },
      { _tag: "Account", did, status: null }
    ],
    [
      "a deactivated account",
      "#account",
      { did, active: false, status: "deactivated" },
      { _tag: "Account", did, status: "deactivated" }
    ],
    [
      "an account in a state that nobody listed",
      "#account",
      { did, active: false, status: "asleep" },
      { _tag: "Account", did, status: "unknown" }
    ],
    ["an inactive account", "#account", { did, active: false }, { _tag: "Account", did, status: "unknown" }],
    ["a deprecated handle", "#handle", { did, handle: "alice.test" }, { _tag: "Identity", did }],
    ["a deprecated migration", "#migrate", { did, migrateTo: null }, { _tag: "Identity", did }],
    ["a deprecated tombstone", "#tombstone", { did }, { _tag: "Account", did, status: "deleted" }],
    ["a type of later versions", "#later", { did: 1, repo: [], rev: { a: [cid] } }, { _tag: "Ignored" }],
    [
      "a field of later versions",
      "#identity",
      { did, later: { a: [1, -1, null, true, "x", cid, new Uint8Array(9), 1.5] } },
      { _tag: "Identity", did }
    ]
  ])("of %s is an event", (_, type, body, event) => {
    const frame = decodeFrame(messageFrame(type, { seq, time, ...body }));
    assert.deepStrictEqual(frame, { _tag: "Event", seq, time: event._tag === "Ignored" ? null : at, event });
  });

  it("of a commit that was too big, or has too many operations, has no blocks", () => {
    const [op] = commit.ops;
    for (const body of [
      { ...commit, tooBig: true, blocks: new Uint8Array(), ops: [] },
      { ...commit, ops: Array.from({ length: 201 }, () => op) }
    ]) {
      const event = eventOf(decodeFrame(messageFrame("#commit", body)));
      assert.deepStrictEqual(event?._tag === "Commit" ? event.content : null, { _tag: "TooBig" });
    }
  });

  it("of a host before Sync v1.1 lacks the tree and the records before", () => {
    const { prevData: _, ...old } = { ...commit, ops: [{ action: "delete", path: "dev.example.note/1", cid: null }] };
    const event = eventOf(decodeFrame(messageFrame("#commit", old)));
    const content = event?._tag === "Commit" && event.content._tag === "Signed" ? event.content : null;
    assert.deepStrictEqual([content?.prevData, content?.previous.size], [null, 0]);
  });

  it.each([
    ["a path without a record key", "dev.example.note", "dev.example.note", ""],
    ["a path with three parts", "a/b/c", "a", "b/c"],
    ["NUL in a key", "a/\u0000", "a", "\u0000"]
  ])("keeps %s as it is stated", (_, path, collection, rkey) => {
    const event = eventOf(decodeFrame(messageFrame("#commit", { ...commit, ops: [{ action: "create", path, cid }] })));
    assert.deepStrictEqual(event?._tag === "Commit" ? event.operations : null, [
      { action: "create", collection, rkey, cid: cid.toString() }
    ]);
  });

  it("may say that the cursor is outdated, or end the connection with an error", () => {
    assert.deepStrictEqual(decodeFrame(messageFrame("#info", { name: "OutdatedCursor", message: "old" })), {
      _tag: "Info",
      name: "OutdatedCursor"
    });
    assert.deepStrictEqual(decodeFrame(frameOf({ op: -1 }, { error: "FutureCursor", message: "ahead" })), {
      _tag: "Error",
      error: "FutureCursor",
      message: "ahead"
    });
    assert.deepStrictEqual(decodeFrame(frameOf({ op: -1 }, { error: "Other" })), {
      _tag: "Error",
      error: "Other",
      message: null
    });
  });
});

describe("a frame that cannot be read", () => {
  const [op] = commit.ops;
  it.each<[string, Uint8Array, string, number | null, string | null]>([
    ["nothing", new Uint8Array(), "The header cannot be read.", null, null],
    ["text", new TextEncoder().encode("hello"), "The header cannot be read.", null, null],
    ["a header alone", encode({ op: 1, t: "#commit" }), "The body cannot be read.", null, null],
    ["another op", frameOf({ op: 2, t: "#commit" }, commit), "op must be 1 or -1.", seq, did],
    ["a list as its body", messageFrame("#commit", []), "The body cannot be read.", null, null],
    ["no position", messageFrame("#sync", { did, rev }), "seq must be a number.", null, did],
    ["a position that is text", messageFrame("#sync", { did, rev, seq: "1" }), "seq cannot be read.", null, did],
    ["no DID", messageFrame("#identity", { seq }), "did must be a DID.", seq, null],
    ["a DID that is none", messageFrame("#identity", { seq, did: "alice" }), "did must be a DID.", seq, null],
    ["a repository that is none", messageFrame("#commit", { ...commit, repo: "" }), "repo must be a DID.", seq, null],
    ["a revision that is none", messageFrame("#sync", { seq, did, rev: "1" }), "rev must be a TID.", seq, did],
    ["no operations", messageFrame("#commit", { ...commit, ops: null }), "ops cannot be read.", seq, did],
    ["blocks that are text", messageFrame("#commit", { ...commit, blocks: "" }), "blocks cannot be read.", seq, did],
    ["no commit", messageFrame("#commit", { ...commit, commit: null }), "commit must be a CID.", seq, did],
    [
      "the CID of something else than a block",
      messageFrame("#commit", { ...commit, prevData: CID.createV1(0x55, cid.multihash) }),
      "prevData cannot be read.",
      seq,
      did
    ],
    ["no activity", messageFrame("#account", { seq, did }), "active must be true or false.", seq, did],
    [
      "an unknown action",
      messageFrame("#commit", { ...commit, ops: [{ ...op, action: "move" }] }),
      "action of an operation must be create, update or delete.",
      seq,
      did
    ],
    [
      "a creation without a record",
      messageFrame("#commit", { ...commit, ops: [{ ...op, cid: null }] }),
      "cid of an operation must be a CID.",
      seq,
      did
    ],
    [
      "something after the body",
      new Uint8Array([...messageFrame("#identity", { seq, did }), 0]),
      "The frame has more than a header and a body.",
      seq,
      did
    ]
  ])(
    "because it has %s is undecodable, with its position and account if it states them",
    (_, bytes, reason, position, who) => {
      assert.deepStrictEqual(undecodable(bytes), [reason, position, who]);
    }
  );

  it("is undecodable with bad UTF-8, or with values that are nested too deep", () => {
    const bad = Buffer.from(messageFrame("#identity", { seq, did, handle: "abcd" }));
    bad.write("\xff\xff", bad.indexOf("abcd"), "latin1");
    assert.isNull(undecodable(bad), "an unused field is not read");
    const rev = Buffer.from(messageFrame("#sync", { seq, did, rev: "abcd" }));
    rev.write("\xff\xff", rev.indexOf("abcd"), "latin1");
    assert.deepStrictEqual(undecodable(rev), ["rev cannot be read.", seq, did]);
    const nested = Buffer.concat([
      encode({ op: 1, t: "#identity" }),
      Buffer.from("a161 61".replaceAll(" ", ""), "hex"),
      Buffer.alloc(4_000, 0x81),
      Buffer.from([0])
    ]);
    assert.deepStrictEqual(undecodable(nested), ["a cannot be read.", null, null]);
  });

  it("keeps the first 64 kB of its bytes", () => {
    const bytes = messageFrame("#commit", { ...commit, repo: "", blocks: new Uint8Array(100_000) });
    const event = eventOf(decodeFrame(bytes));
    assert.deepStrictEqual(event?._tag === "Undecodable" ? event.bytes : null, bytes.slice(0, 65_536));
  });

  it("is never an error, whatever its bytes are", () => {
    const frames = [
      messageFrame("#commit", commit),
      messageFrame("#account", { seq, did, active: false, status: "deleted" }),
      messageFrame("#info", { name: "OutdatedCursor" }),
      frameOf({ op: -1 }, { error: "FutureCursor" })
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }),
          fc
            .tuple(
              fc.constantFrom(...frames),
              fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 })
            )
            .map(([frame, changes]) => {
              const changed = Uint8Array.from(frame);
              for (const [place, byte] of changes) changed[place % changed.length] = byte;
              return changed;
            }),
          fc.tuple(fc.constantFrom(...frames), fc.nat()).map(([frame, length]) => frame.slice(0, length % frame.length))
        ),
        (bytes) => void decodeFrame(bytes)
      ),
      { numRuns: runsOf(20_000) }
    );
  });
});
