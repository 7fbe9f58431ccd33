import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import fc from "fast-check";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { tid } from "../../../../src/domain/atproto/tid.ts";
import type { SignedCommitEvent } from "../../../../src/domain/sync/stream/verifyCommitEvent.ts";
import {
  blocksOf,
  checkOf,
  noteOf,
  notes,
  now,
  seeded,
  told,
  verify,
  withBlocks,
  withContent,
  withOperation,
  write
} from "../../../support/commitEvents.ts";
import { CommitMaker } from "../../../support/commitMaker.ts";

describe("a changed commit event", () => {
  const made = (async () => {
    const maker = await seeded(60);
    const event = await maker.commit([write("r1", "one"), write("r2", null), write("new", "new")]);
    return { maker, event, check: checkOf(maker), data: maker.data };
  })();

  it("never throws, and is never verified as something else, whatever bit is changed", async () => {
    const { check, data, event, maker } = await made;
    const records = [Either.right(noteOf("one")), null, Either.right(noteOf("new"))];
    let refused = 0;
    const { blocks } = event.content;
    for (let at = 0; at < blocks.length; at += 1) {
      const car = Uint8Array.from(blocks);
      car[at] = (car[at] ?? 0) ^ (1 << (at & 7));
      const verdict = await verify(withContent(event, { blocks: car }), check);
      if (verdict._tag === "Verified")
        assert.deepStrictEqual(verdict, { _tag: "Verified", rev: maker.rev, data, records });
      else refused += 1;
    }
    assert.isAbove(refused, blocks.length / 2);
  });

  it("is refused if it is truncated anywhere", async () => {
    const { check, event } = await made;
    const { blocks } = event.content;
    for (let length = 0; length < blocks.length; length += 3)
      assert.include(
        ["commit-malformed", "block-missing"],
        told(await verify(withContent(event, { blocks: blocks.subarray(0, length) }), check))
      );
  });

  it("is refused without any block that matters", async () => {
    const { check, event } = await made;
    const whole = await verify(event, check);
    const verdicts = await Promise.all(
      [...blocksOf(event.content.blocks).keys()].map((cid) =>
        verify(
          withBlocks(event, (blocks) => void blocks.delete(cid)),
          check
        )
      )
    );
    assert.include(verdicts.map(told), "block-missing");
    for (const verdict of verdicts)
      if (verdict._tag === "Verified") assert.deepStrictEqual(verdict, whole);
      else assert.strictEqual(told(verdict), "block-missing");
    const commit = event.content.commit.toString();
    const without = withBlocks(event, (blocks) => void blocks.delete(commit));
    assert.strictEqual(told(await verify(without, check)), "block-missing");
  });

  it("is refused if the bytes of a block hash to something else", async () => {
    const { check, event } = await made;
    const cid = event.operations[0]?.cid ?? "";
    const forged = withBlocks(event, (blocks) => void blocks.set(cid, encode(noteOf("forged"))));
    assert.strictEqual(told(await verify(forged, check)), "block-missing");
  });

  it.each<[string, (event: SignedCommitEvent) => SignedCommitEvent, string]>([
    ["another account", (event) => ({ ...event, did: Did.make("did:plc:other") }), "commit-malformed"],
    ["another revision", (event) => ({ ...event, rev: tid(BigInt(now) * 1000n, 1) }), "commit-malformed"],
    ["no blocks", (event) => withContent(event, { blocks: new Uint8Array() }), "commit-malformed"],
    [
      "bytes that are no CAR",
      (event) => withContent(event, { blocks: new Uint8Array(300).fill(255) }),
      "commit-malformed"
    ],
    [
      "another record in an operation",
      (event) => withOperation(event, { cid: event.operations[2]?.cid ?? "" }),
      "operations-invalid"
    ],
    ["a CID that is none", (event) => withOperation(event, { cid: "bafy" }), "operations-invalid"],
    ["no CID for a record", (event) => withOperation(event, { cid: null }), "operations-invalid"],
    ["a creation for an update", (event) => withOperation(event, { action: "create" }), "operations-invalid"],
    [
      "a deletion for an update",
      (event) => withOperation(event, { action: "delete", cid: null }),
      "operations-invalid"
    ],
    ["another key", (event) => withOperation(event, { rkey: "r4" }), "block-missing"],
    ["NUL in a key", (event) => withOperation(event, { rkey: "r1\u0000" }), "operations-invalid"],
    ["a lone surrogate in a key", (event) => withOperation(event, { rkey: "\ud800" }), "block-missing"],
    ["an empty key", (event) => withOperation(event, { rkey: "" }), "operations-invalid"],
    ["an operation too few", (event) => ({ ...event, operations: event.operations.slice(1) }), "operations-invalid"],
    [
      "an operation twice",
      (event) => ({ ...event, operations: [...event.operations, ...event.operations] }),
      "operations-invalid"
    ],
    ["operations in another order", (event) => ({ ...event, operations: event.operations.toReversed() }), "Verified"],
    ["another previous tree", (event) => withContent(event, { prevData: event.content.commit }), "operations-invalid"],
    [
      "another previous record",
      (event) =>
        withContent(event, {
          previous: new Map([...event.content.previous.keys()].map((key) => [key, event.content.commit]))
        }),
      "operations-invalid"
    ],
    [
      "too many operations",
      (event) => ({
        ...event,
        operations: Array.from({ length: 201 }, (_, at) => ({
          action: "delete",
          collection: notes,
          rkey: `${at}`,
          cid: null
        }))
      }),
      "too-big"
    ]
  ])("with %s", async (_, change, expected) => {
    const { check, event } = await made;
    assert.strictEqual(told(await verify(change(event), check)), expected);
  });

  it("is refused with the signature of another account", async () => {
    const { check, event } = await made;
    const { signingKey } = await CommitMaker.create();
    assert.strictEqual(told(await verify(event, { ...check, signingKey })), "signature-invalid");
    assert.strictEqual(told(await verify(event, { ...check, signingKey: "" })), "signature-invalid");
  });

  it("is refused if its revision is in the future", async () => {
    const { check, event } = await made;
    assert.strictEqual(told(await verify(event, { ...check, now: 0 })), "commit-malformed");
  });

  it("never throws, whatever the bytes are", async () => {
    const { check, event } = await made;
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
        async (random, changes) => {
          const car = Uint8Array.from(event.content.blocks);
          for (const [at, byte] of changes) car[at % car.length] = byte;
          await verify(withContent(event, { blocks: car }), check);
          await verify(withContent(event, { blocks: random }), check);
        }
      )
    );
  });
});
